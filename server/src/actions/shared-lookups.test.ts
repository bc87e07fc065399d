import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import { anyLookup } from './outgoing-lookups.ts';
import { sharingLookups, type SystemLookup } from './shared-lookups.ts';

const ADDRESSES: LookupAddress[] = [
  { address: '192.0.2.1', family: 4 },
  { address: '2001:db8::1', family: 6 },
];

/** A system whose DNS responds when the test says so. */
function system() {
  const asked: string[] = [];
  const open = new Map<string, Parameters<SystemLookup>[2]>();
  let at = 0;
  const lookup = sharingLookups(
    (host, { family }, done) => {
      asked.push(host);
      assert.equal(family, 0);
      open.set(host, done);
    },
    () => at,
  );
  const results: string[] = [];
  const ask = (host: string): void =>
    lookup(host, { all: true }, (error, addresses) => {
      const found = (addresses as LookupAddress[]).map(({ address }) => address).join();
      results.push(`${host}: ${error?.code ?? found}`);
    });
  const respond = (host: string, error: Error | null = null): void => {
    const done = open.get(host);
    assert.ok(done, `${host} is being looked up`);
    open.delete(host);
    done(error, error ? undefined : ADDRESSES);
  };
  const wait = (ms: number): void => void (at += ms);
  return { lookup, asked, results, ask, respond, wait };
}

describe('lookups that are shared', () => {
  it('ask once for a name, two names at the same time', () => {
    const { asked, results, ask, respond } = system();
    for (const host of ['a', 'a', 'b', 'c', 'a', 'c']) ask(host);
    assert.deepEqual(asked, ['a', 'b']);
    respond('b');
    assert.deepEqual(asked, ['a', 'b', 'c']);
    respond('c', Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    respond('a');
    const all = '192.0.2.1,2001:db8::1';
    assert.deepEqual(results, [
      `b: ${all}`,
      'c: ENOTFOUND',
      'c: ENOTFOUND',
      `a: ${all}`,
      `a: ${all}`,
      `a: ${all}`,
    ]);
    ask('a');
    assert.deepEqual(asked, ['a', 'b', 'c', 'a'], 'a result is not kept');
  });

  it('do not begin after their requests have reached their time limit', () => {
    const { asked, results, ask, respond, wait } = system();
    for (const host of ['dead', 'slow', 'late', 'repeated', 'new']) ask(host);
    wait(15_001);
    ask('repeated');
    respond('slow');
    assert.deepEqual(asked, ['dead', 'slow', 'repeated']);
    assert.deepEqual(results.slice(0, 1), ['late: EAI_AGAIN']);
    respond('repeated');
    assert.deepEqual(asked, ['dead', 'slow', 'repeated']);
    assert.ok(results.includes('new: EAI_AGAIN'));
  });

  it('fail when too many wait, until some have ended', () => {
    const { results, ask, respond } = system();
    for (let n = 0; n < 201; n++) ask(`h${n % 2}`);
    assert.deepEqual(results, ['h0: EAI_AGAIN']);
    respond('h0');
    ask('h1');
    assert.equal(results.filter((one) => one.endsWith('EAI_AGAIN')).length, 1);
  });

  it('report that the system finds nothing', async () => {
    const error = await new Promise<NodeJS.ErrnoException | null>((done) =>
      anyLookup('name.invalid', { all: true }, done),
    );
    assert.match(String(error?.code), /^(?:ENOTFOUND|EAI_AGAIN)$/);
  });

  it('give one address to who wants one', () => {
    const { lookup, respond } = system();
    const found: unknown[] = [];
    lookup('a', {}, (...result) => found.push(result));
    respond('a');
    assert.deepEqual(found, [[null, '192.0.2.1', 4]]);
  });
});
