import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientOf, CODE, redeemed, Script, SlowStorage } from '../test/scripted.ts';
import { createInTwoTabs, storageOfTwoTabs, withLocks } from '../test/tabs.ts';
import type { ClientOptions } from './index.ts';

const KEY = `smartlink:${CODE}`;
// Only one attempt.
const impatient = { giveUpAfterMs: 100 };
/** How long a write takes to reach another tab. */
const LATE_MS = 50;

describe('clients of one program with one storage', () => {
  const storages: Record<string, (storage: SlowStorage) => ClientOptions['storage']> = {
    'the object': (storage) => storage,
    'a function': (storage) => () => storage,
  };
  for (const [given, of] of Object.entries(storages)) {
    it(`send one id and list what all have started: ${given}`, async () => {
      const storage = new SlowStorage();
      const script = new Script('hang', 'hang', 'hang', 'hang');
      const clients = (await createInTwoTabs()).map((create) =>
        clientOf(script, { storage: of(storage), ...impatient }, create),
      );
      const codes = ['H7kTq2R8', 'H7kTq2R9'];
      await Promise.allSettled([
        ...clients.map((client) => client.redeem(CODE)),
        ...clients.map((client, index) => client.redeem(codes[index]!)),
      ]);
      const [one, two, ...others] = script.sent.toSorted((a, b) =>
        String(b.json.smartlink).localeCompare(String(a.json.smartlink)),
      );
      assert.equal(others.length, 2);
      assert.deepEqual([one?.json.smartlink, two?.json.smartlink], [CODE, CODE]);
      assert.equal(one?.json.redemption_id, two?.json.redemption_id);
      const open = JSON.parse(storage.items.get('smartlink:open')!) as string[];
      assert.deepEqual(open.toSorted(), [...codes, CODE]);
    });
  }
});

describe('tabs of one site', () => {
  it('keep the id if one of them uses once, in any order of results', async () => {
    for (const first of [0, 1]) {
      const storage = new SlowStorage();
      const ids: unknown[] = [];
      const answers: (() => void)[] = [];
      const tabs = [false, true].map((once) => {
        const script = new Script(redeemed());
        const fetch: typeof script.fetch = async (url, request) => {
          await new Promise<void>((answer) => answers.push(answer));
          const answer = await script.fetch(url, request);
          ids.push(...script.ids);
          return answer;
        };
        return () => clientOf(script, { storage, fetch }).redeem(CODE, { once });
      });
      const begun: Promise<unknown>[] = [];
      for (const tab of tabs) {
        begun.push(tab());
        while (answers.length < begun.length) await new Promise(setImmediate);
      }
      answers[first]!();
      await begun[first];
      answers[1 - first]!();
      await Promise.all(begun);
      assert.equal(new Set(ids).size, 1);
      assert.deepEqual([...storage.items], [[KEY, ids[0]]]);
    }
  });

  it('wait for each other and send one id', async (t) => {
    withLocks(t);
    const storage = new SlowStorage();
    const script = new Script('hang', 'hang');
    const tabs = [0, 1].map(() => clientOf(script, { storage, ...impatient }).redeem(CODE));
    await Promise.allSettled(tabs);
    assert.equal(script.ids.length, 2);
    assert.equal(new Set(script.ids).size, 1);
  });

  it('send one id although writes reach the other tab late', async (t) => {
    withLocks(t);
    const script = new Script('hang', 'hang');
    const [own, other] = storageOfTwoTabs(LATE_MS);
    const [create, createOther] = await createInTwoTabs();
    await Promise.allSettled([
      clientOf(script, { storage: own, ...impatient }, create).redeem(CODE),
      clientOf(script, { storage: other, ...impatient }, createOther).redeem(CODE),
    ]);
    assert.equal(script.ids.length, 2);
    assert.equal(new Set(script.ids).size, 1);
  });

  it('list what both have started although writes reach the other tab late', async (t) => {
    withLocks(t);
    const script = new Script('hang', 'hang');
    const [own, other] = storageOfTwoTabs(LATE_MS);
    const [create, createOther] = await createInTwoTabs();
    const codes = ['H7kTq2R8', 'H7kTq2R9'] as const;
    await Promise.allSettled([
      clientOf(script, { storage: own, ...impatient }, create).redeem(codes[0]),
      clientOf(script, { storage: other, ...impatient }, createOther).redeem(codes[1]),
    ]);
    await new Promise((over) => setTimeout(over, LATE_MS));
    for (const storage of [own, other]) {
      const open = JSON.parse((await storage.getItem('smartlink:open'))!) as string[];
      assert.deepEqual(open.toSorted(), codes);
    }
  });

  it('wait for a write that they never see for half a second, also with slow timers', async (t) => {
    withLocks(t);
    const { setTimeout: original } = globalThis;
    const slow = (then: () => void, ms = 0) => original(then, Math.max(ms, 200));
    globalThis.setTimeout = slow as typeof setTimeout;
    t.after(() => (globalThis.setTimeout = original));
    const script = new Script(redeemed());
    const [first, second] = (await createInTwoTabs()).map((create) =>
      clientOf(script, { storage: new SlowStorage() }, create),
    );
    const started = performance.now();
    await first?.redeem(CODE);
    assert.deepEqual(await second?.resume(), []);
    // A hundred timers would take 20 seconds.
    assert.ok(performance.now() - started < 10_000);
  });

  it('redeem although each tab has a storage of its own', async (t) => {
    withLocks(t);
    const script = new Script(redeemed(), redeemed());
    const clients = (await createInTwoTabs()).map((create) =>
      clientOf(script, { storage: new SlowStorage() }, create),
    );
    await Promise.all(clients.map((client) => client.redeem(CODE)));
    assert.equal(new Set(script.ids).size, 2);
  });
});
