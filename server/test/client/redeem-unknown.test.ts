import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable, type RedeemRow } from '../../src/storage/database.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { startService, type Answer } from '../harness.ts';
import { eventually } from '../processes.ts';

test('a redemption whose outcome is unknown is counted once, if it was granted', async () => {
  const service = await startService();
  const { code } = await service.create({ uri: 'a' });
  const { db } = service.app.ctx;
  const grant = db.redeem.bind(db);

  /** From now on, the connection breaks before or after each commit of a redemption. */
  function breakConnection(isCommitted: boolean): void {
    const redeem = async (row: RedeemRow): Promise<never> => {
      if (isCommitted) await grant(row);
      const error = new StoreUnavailable('PG_CONNECTION', 'Connection terminated unexpectedly');
      error.unknown = true;
      throw error;
    };
    Object.assign(db, { redeem });
  }

  const send = (redemption_id: string): Promise<Answer> =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.web,
      body: { smartlink: `${code}?utm_campaign=spring`, redemption_id },
    });

  async function counted(): Promise<number> {
    await clicksSettled(service);
    const path = `/manage/v1/smartlinks/${code}/clicks?campaign=spring`;
    const { json } = await service.request('GET', path);
    return json.funnel.redeemed as number;
  }

  const [undone, granted] = [randomUUID(), randomUUID()];
  breakConnection(false);
  assert.equal((await send(undone)).status, 503);
  breakConnection(true);
  const together = await Promise.all([send(granted), send(granted)]);
  assert.ok(together.some(({ status }) => status === 503));
  Object.assign(db, { redeem: grant });
  for (const [id, redemptions] of [
    [granted, 1],
    [undone, 2],
  ] as const) {
    const { status, json } = await send(id);
    assert.deepEqual([status, json.redemptions], [200, redemptions]);
  }
  await eventually('both are counted', async () => (await counted()) === 2);
  // All of them have been looked up by now, or soon.
  await sleep(1000);
  assert.equal(await counted(), 2);
});
