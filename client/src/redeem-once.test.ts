import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientOf, CODE, errorOf, redeemed, Script, SlowStorage } from '../test/scripted.ts';
import type { Redemption } from './index.ts';

const KEY = `smartlink:${CODE}`;
const lost = new Error('connection lost');
// Only one attempt.
const impatient = { giveUpAfterMs: 100 };

describe('redeem with once', () => {
  it('sends the same id every time, also after a restart', async () => {
    const storage = new SlowStorage();
    const script = new Script(redeemed(), redeemed(), redeemed());
    await clientOf(script, { storage }).redeem(CODE, { once: true });
    await clientOf(script, { storage }).redeem(CODE, { once: true });
    // Also without `once`: the stored result is returned.
    await clientOf(script, { storage }).redeem(CODE);
    assert.equal(new Set(script.ids).size, 1);
    assert.deepEqual([...storage.items], [[KEY, script.ids[0]]]);
  });

  it('applies when the redemption is resumed or called without once', async () => {
    for (const again of ['resume', 'redeem'] as const) {
      const storage = new SlowStorage();
      const script = new Script(lost, redeemed());
      await errorOf(clientOf(script, { storage, ...impatient }).redeem(CODE, { once: true }));
      await clientOf(script, { storage })[again](CODE);
      assert.deepEqual([...storage.items], [[KEY, script.ids[0]]]);
    }
  });

  it('applies to both of two simultaneous calls if one has it', async () => {
    const storage = new SlowStorage();
    const client = clientOf(new Script(redeemed()), { storage });
    await Promise.all([client.redeem(CODE), client.redeem(CODE, { once: true })]);
    assert.deepEqual([...storage.items.keys()], [KEY]);
  });
});

describe('redeem with once that joins another call', () => {
  it('sends the same id after a restart', async () => {
    const storage = new SlowStorage();
    const script = new Script(lost, redeemed(), redeemed());
    const before = clientOf(script, { storage, ...impatient });
    await Promise.all([errorOf(before.redeem(CODE)), errorOf(before.redeem(CODE, { once: true }))]);
    const client = clientOf(script, { storage });
    await client.resume();
    await client.redeem(CODE, { once: true });
    assert.deepEqual([script.ids.length, new Set(script.ids).size], [3, 1]);
    assert.deepEqual([...storage.items], [[KEY, script.ids[0]]]);
  });

  it('gets the same result again, also if the other call is about to end', async () => {
    for (let turns = 0; turns < 12; turns++) {
      const script = new Script(redeemed(), redeemed(), redeemed());
      let joined: Promise<Redemption> | undefined;
      const fetch: typeof script.fetch = async (url, request) => {
        joined ??= inTurns(turns).then(() => client.redeem(CODE, { once: true }));
        return script.fetch(url, request);
      };
      const client = clientOf(script, { storage: new SlowStorage(), fetch });
      await client.redeem(CODE);
      const again = (await joined)?.redemptionId;
      assert.equal((await client.redeem(CODE, { once: true })).redemptionId, again, `${turns}`);
    }
  });
});

async function inTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}
