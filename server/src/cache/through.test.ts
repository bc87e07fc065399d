import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateRules } from '../domain/link/create-rules.ts';
import { Directory } from './directory.ts';
import { LinkCache } from './link-cache.ts';

const ACTOR = { id: 'tok_1', appId: 'app_1', platform: undefined };
const rules = (): CreateRules => ({ matcher: { bytes: 1 } }) as CreateRules;
const directory = (app: string): Directory => new Directory(new Map(), app, new Map(), new Set());

/** A load that the test completes. */
function pending<Value>() {
  let finish: (value: Value) => void = () => undefined;
  const value = new Promise<Value>((resolve) => (finish = resolve));
  return { load: () => value, finish };
}

describe('through', () => {
  it('caches a value if nothing changed during the read', async () => {
    const { actors } = new LinkCache(1);
    assert.equal(await actors.through('digest', async () => ACTOR), ACTOR);
    assert.equal(actors.get('digest'), ACTOR);
    assert.equal(await actors.through('unknown', async () => undefined), undefined);
    await assert.rejects(actors.through('broken', () => Promise.reject(new Error('away'))));
    assert.deepEqual([actors.get('unknown'), actors.get('broken')], [undefined, undefined]);
  });

  it('returns but does not cache a value if a change arrived during the read', async () => {
    const cache = new LinkCache(1);
    const read = pending<typeof ACTOR>();
    const reading = cache.actors.through('digest', read.load);
    cache.forget('token:tok_1');
    read.finish(ACTOR);
    assert.equal(await reading, ACTOR);
    assert.equal(cache.actors.get('digest'), undefined);
  });

  it('caches nothing while changes may be missed', async () => {
    const cache = new LinkCache(1);
    await cache.actors.through('digest', async () => ACTOR);
    cache.distrust();
    assert.equal(cache.actors.get('digest'), undefined);
    await cache.actors.through('digest', async () => ACTOR);
    assert.equal(cache.actors.get('digest'), undefined);
    cache.epoch.trust();
    await cache.actors.through('digest', async () => ACTOR);
    assert.equal(cache.actors.get('digest'), ACTOR);
  });

  it('reads rules once for all callers; only a change of their app prevents caching', async () => {
    const cache = new LinkCache(1);
    for (const [subject, cached] of [
      ['link:abc', true],
      ['app:other', true],
      ['app:app_1', false],
    ] as const) {
      cache.rules.delete('app_1');
      const read = pending<CreateRules>();
      let loads = 0;
      const load = (): Promise<CreateRules> => {
        loads++;
        return read.load();
      };
      const reading = [cache.rules.through('app_1', load), cache.rules.through('app_1', load)];
      cache.forget(subject);
      const loaded = rules();
      read.finish(loaded);
      assert.deepEqual(new Set(await Promise.all(reading)), new Set([loaded]));
      assert.equal(loads, 1);
      assert.equal(cache.rules.get('app_1'), cached ? loaded : undefined, subject);
    }
  });

  it('reads the directory once for all callers; only a change of an app prevents caching', async () => {
    for (const [subject, cached] of [
      ['link:abc', true],
      ['token:tok_1', true],
      ['app:app_1', false],
    ] as const) {
      const memory = new LinkCache(1);
      const { directories } = memory;
      const read = pending<Directory>();
      let loads = 0;
      const load = (): Promise<Directory> => {
        loads++;
        return read.load();
      };
      const reading = Array.from({ length: 100 }, () => directories.through(load));
      memory.forget(subject);
      const loaded = directory('app_1');
      read.finish(loaded);
      assert.deepEqual(new Set(await Promise.all(reading)), new Set([loaded]));
      assert.equal(loads, 1);
      assert.equal(directories.current, cached ? loaded : undefined, subject);
      await directories.through(load);
      assert.equal(loads, 2);
    }
  });

  it('keeps the last directory, which is not current after a change', async () => {
    const older = pending<Directory>();
    const memory = new LinkCache(1);
    const reading = memory.directories.through(older.load);
    memory.forget('app:app_1');
    const newer = directory('app_2');
    await memory.directories.through(async () => newer);
    older.finish(directory('app_1'));
    await reading;
    assert.equal(memory.directory, newer);
    assert.equal(memory.directories.current, newer);
    memory.forget('app:app_1');
    assert.equal(memory.directories.current, undefined);
    assert.equal(memory.directory, newer);
  });

  it('uses a directory for a moment after a change, but not if changes may be missed', async () => {
    const memory = new LinkCache(1);
    const { directories } = memory;
    assert.equal(directories.recent, undefined);
    const first = directory('app_1');
    await directories.through(async () => first);
    memory.forget('app:app_1');
    assert.equal(directories.recent, first);
    // Later changes do not extend it.
    const end = performance.now() + 1000;
    while (directories.recent && performance.now() < end) {
      memory.forget('app:app_1');
      await sleep(10);
    }
    assert.equal(directories.recent, undefined);
    // While it cannot be read, there is no better one.
    await assert.rejects(directories.through(() => Promise.reject(new Error('unavailable'))));
    assert.equal(directories.recent, first);
    // A read during which something changed is newer than the last change before it began.
    const second = directory('app_2');
    const read = pending<Directory>();
    const reading = directories.through(read.load);
    memory.forget('app:app_1');
    read.finish(second);
    await reading;
    assert.deepEqual([directories.recent, directories.current], [second, undefined]);
    memory.distrust();
    assert.equal(directories.recent, undefined);
    await assert.rejects(directories.through(() => Promise.reject(new Error('unavailable'))));
    assert.equal(directories.recent, undefined);
  });
});
