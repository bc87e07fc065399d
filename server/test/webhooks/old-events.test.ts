import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSender } from './receiver.ts';

const DAY_MS = 86_400_000;
/** More than one transaction looks at. */
const AHEAD = 600;
const LATER = 1100;

it('events of a clock that was ahead do not keep later ones from being deleted', async () => {
  let skipped = 0;
  const now = (): number => Date.now() + skipped;
  const service = await startSender({ WEBHOOK_LOG_DAYS: '30' }, { now });
  const { db } = service.app.ctx;
  const addEvents = (count: number, name: string, createdAt: number): Promise<number> => {
    const numbers =
      db.engine === 'sqlite'
        ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`
        : `generate_series(1, ${count}) as s (n)`;
    return db.transaction((tx) =>
      tx.run(
        `insert into webhook_events (id, app_id, type, subject, tags, payload, created_at, pending)
         select 'evt_${name}_' || n, ?, 'app.changed', 'app', '[]', '{}', ${createdAt}, 0
         from ${numbers} order by n`,
        [service.owner.app.id],
      ),
    );
  };
  const left = async (): Promise<number> => {
    const [row] = await db.all<{ n: number }>('select count(*) as n from webhook_events');
    return Number(row?.n);
  };
  await addEvents(1, 'first', now());
  await addEvents(AHEAD, 'ahead', now() + 40 * DAY_MS);
  await addEvents(LATER, 'later', now());
  await service.app.clean();
  assert.equal(await left(), 1 + AHEAD + LATER);
  skipped += 31 * DAY_MS;
  await service.app.clean();
  assert.equal(await left(), AHEAD);
  skipped += 40 * DAY_MS;
  await service.app.clean();
  assert.equal(await left(), 0);
});
