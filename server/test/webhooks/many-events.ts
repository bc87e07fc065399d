import assert from 'node:assert/strict';
import type { Database } from '../../src/storage/database.ts';

/** Events in the backlog of a webhook: copies of the last one. `subject`: SQL, from the number `n` of the event. */
export interface ManyEvents {
  readonly count: number;
  readonly inRow: number;
  readonly subject?: string;
}

/** Adds events to the backlog of a webhook, as if they had just happened, and returns the number of the first one. */
export async function addEvents(
  db: Database,
  webhookId: string,
  { count, inRow, subject = 'subject' }: ManyEvents,
): Promise<number> {
  const numbers =
    db.engine === 'sqlite'
      ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`
      : `generate_series(1, ${count}) as s (n)`;
  return db.transaction(async (tx) => {
    const [newest] = await tx.all<{ seq: number | null }>(
      'select max(seq) as seq from webhook_events',
    );
    const last = newest?.seq ?? 0;
    await tx.run(
      `insert into webhook_events (id, app_id, type, subject, tags, payload, created_at, pending)
       select 'evt_' || seq || '_' || n, app_id, type, ${subject}, tags, payload, created_at, 0
       from ${numbers}, webhook_events where seq = ? order by n`,
      [last],
    );
    const added = await tx.all<{ seq: number }>(
      'select seq from webhook_events where seq > ? order by seq',
      [last],
    );
    const seqs = added.map(({ seq }) => seq);
    assert.equal(seqs.length, count);
    const rows = [];
    for (let from = 0; from < count; from += inRow) {
      const some = seqs.slice(from, from + inRow);
      rows.push([webhookId, some.length, some[0] ?? 0, some.at(-1) ?? 0, some.join(',')]);
    }
    await tx.insertMany(
      'webhook_backlog',
      {
        webhook_id: 'text',
        events: 'integer',
        first_seq: 'bigint',
        last_seq: 'bigint',
        seqs: 'text',
      },
      rows,
    );
    return seqs[0] ?? 0;
  }, 'none');
}
