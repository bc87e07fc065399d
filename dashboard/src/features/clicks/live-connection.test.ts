import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { LiveConnection, type EventSourceLike } from './live-connection.ts';

class Source extends EventTarget implements EventSourceLike {
  readyState = 1;
  close(): void {
    this.readyState = 2;
  }
  clicks(lastEventId: string): void {
    this.dispatchEvent(Object.assign(new Event('clicks'), { lastEventId }));
  }
  fail(isOver: boolean): void {
    this.readyState = isOver ? 2 : 0;
    this.dispatchEvent(new Event('error'));
  }
}

function connected({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const sources: Source[] = [];
  const state = { changes: 0, streaming: false };
  const connection = new LiveConnection({
    open: () => {
      const source = new Source();
      sources.push(source);
      return source;
    },
    onChange: () => state.changes++,
    onStreaming: (streaming) => (state.streaming = streaming),
  });
  connection.open();
  const last = (): Source => sources.at(-1) ?? assert.fail();
  return { connection, sources, state, last, tick: (ms: number) => mock.timers.tick(ms) };
}

describe('a live connection', () => {
  test('reports changes, but not the first event', (t) => {
    const { last, state } = connected(t);
    assert.equal(state.streaming, false);
    last().clicks('1-1-0');
    assert.deepEqual(state, { changes: 0, streaming: true });
    last().clicks('2-1-0');
    assert.deepEqual(state, { changes: 1, streaming: true });
  });

  test('reports what changed while it was closed, and nothing otherwise', (t) => {
    const { connection, last, state } = connected(t);
    last().clicks('1-1-0');
    connection.close();
    assert.equal(state.streaming, false);
    connection.open();
    last().clicks('1-1-0');
    assert.equal(state.changes, 0);
    connection.close();
    connection.open();
    last().clicks('5-1-0');
    assert.equal(state.changes, 1);
  });

  test('is tried again a minute after it was refused', (t) => {
    const { sources, last, state, tick } = connected(t);
    last().fail(true);
    assert.equal(state.streaming, false);
    tick(59_999);
    assert.equal(sources.length, 1);
    tick(1);
    assert.equal(sources.length, 2);
    last().clicks('1-1-0');
    assert.equal(state.streaming, true);
  });

  test('survives single failures, which the browser repairs', (t) => {
    const { sources, last, state } = connected(t);
    last().clicks('1-1-0');
    for (let i = 0; i < 5; i++) {
      last().fail(false);
      last().fail(false);
      assert.equal(state.streaming, true);
      last().clicks('1-1-0');
    }
    for (let i = 0; i < 3; i++) last().fail(false);
    assert.deepEqual([state.streaming, sources.length], [false, 1]);
  });

  test('is not tried again after it was closed', (t) => {
    const { connection, sources, last, tick } = connected(t);
    last().fail(true);
    connection.close();
    tick(600_000);
    assert.equal(sources.length, 1);
    const [closed] = sources;
    connection.open();
    // Late events of the old one have no effect.
    closed?.fail(true);
    tick(600_000);
    assert.equal(sources.length, 2);
  });
});
