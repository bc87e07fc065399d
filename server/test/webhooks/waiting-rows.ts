import { write } from '../postgres/copies.ts';

/**
 * Adds a row to each table that is empty unless events wait: what a process that was killed can leave behind. The event
 * was delivered already, so it is not sent again. For a store without a service.
 */
export async function addWaitingRows(url: string): Promise<void> {
  const event = 'from webhook_events e join webhook_deliveries d on d.event_seq = e.seq';
  const seqs = 'e.seq, e.seq, cast(e.seq as text)';
  await write(
    url,
    `insert into webhook_new_events (first_seq, last_seq, seqs) select ${seqs} ${event} limit 1`,
  );
  await write(
    url,
    `insert into webhook_backlog (webhook_id, events, first_seq, last_seq, seqs)
     select d.webhook_id, 1, ${seqs} ${event} limit 1`,
  );
  await write(
    url,
    `insert into webhook_ended_links (link_id, valid_until, ended_at)
     select id, 1, 1 from links where state = 'active' order by id limit 1`,
  );
}
