import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { SharedResults } from './shared-results.ts';

interface Question {
  readonly text: string;
  readonly answer: (text: string) => Promise<void>;
  readonly fail: () => Promise<void>;
}

describe('shared answers', () => {
  let now: number;
  let answers: SharedResults<string>;
  /** The requests that were sent. */
  let asked: Question[];
  beforeEach(() => {
    now = 0;
    answers = new SharedResults(10_000, () => now);
    asked = [];
  });

  const settled = (): Promise<void> => new Promise((done) => setImmediate(done));
  const ask = (subject: string, text: string): Promise<string> =>
    answers.get(
      subject,
      text,
      () =>
        new Promise((resolve, reject) => {
          asked.push({
            text,
            answer: (told) => (resolve(told), settled()),
            fail: () => (reject(new Error('no')), settled()),
          });
        }),
    );

  it('are requested once by simultaneous callers', async () => {
    const all = [ask('shop', 'a'), ask('shop', 'a'), ask('shop', 'a')];
    assert.equal(asked.length, 1);
    await asked[0]?.answer('yes');
    assert.deepEqual(await Promise.all(all), ['yes', 'yes', 'yes']);
  });

  it('are reused for some seconds after they arrived', async () => {
    void ask('shop', 'a');
    now += 5000;
    await asked[0]?.answer('yes');
    now += 9999;
    assert.equal(await ask('shop', 'a'), 'yes');
    assert.equal(asked.length, 1);
    now += 1;
    void ask('shop', 'a');
    assert.equal(asked.length, 2);
  });

  it('are computed one at a time for a subject, independently of other subjects', async () => {
    const first = ask('shop', 'a');
    const [second, third] = [ask('shop', 'b'), ask('shop', 'c')];
    void ask('books', 'a');
    await settled();
    assert.deepEqual(
      asked.map(({ text }) => text),
      ['a', 'a'],
    );
    await asked[0]?.answer('one');
    assert.equal(await first, 'one');
    assert.equal(asked.length, 3);
    await asked[2]?.answer('two');
    assert.equal(await second, 'two');
    assert.equal(asked[3]?.text, 'c');
    await asked[3]?.answer('three');
    assert.equal(await third, 'three');
    // The latest answer is used.
    assert.equal(await ask('shop', 'c'), 'three');
    assert.equal(asked.length, 4);
  });

  it('are not reused after an error', async () => {
    const failed = ['a', 'b'].map((text) => assert.rejects(ask('shop', text), /no/));
    await asked[0]?.fail();
    assert.equal(asked[1]?.text, 'b');
    await asked[1]?.fail();
    await Promise.all(failed);
    void ask('shop', 'b');
    assert.equal(asked.length, 3);
  });
});
