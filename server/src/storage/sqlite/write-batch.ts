import { grantEvents, type WebhookEvent } from '../../domain/webhook/event.ts';
import { MAX_CODE_ATTEMPTS, type SqlValue } from '../database.ts';
import { insertLinks } from '../insert-links.ts';
import { CREATED_POSITIONS as AT } from '../link-columns.ts';
import type { LinkInsert } from '../link-insert.ts';
import { runSync } from '../procedure.ts';
import { isValidNow } from '../valid-now.ts';
import { rowStatements } from '../row-statements.ts';
import { eventValues, INSERT_EVENT, REPORT_LAST_EVENTS } from '../webhooks/event-rows.ts';
import type { Prepared } from './driver.ts';
import type { Batch, BatchReply, RedeemReply, RedeemValues } from './protocol.ts';

/** Writes that arrived together. Runs inside a transaction, alone among all writers. */
export function writeBatch(db: Prepared, batch: Batch, drawCode: () => string): BatchReply {
  let eventCount = 0;
  const insertEvent = (event: WebhookEvent): void => {
    db.run(INSERT_EVENT, eventValues(event));
    eventCount++;
  };
  // oxlint-disable-next-line require-yield -- it runs its statement itself
  const statements = rowStatements(function* (event) {
    insertEvent(event);
  });
  const links = runSync(
    insertLinks(statements, linksOf(batch), { draw: drawCode, attempts: MAX_CODE_ATTEMPTS }),
    // Row by row, no statement has an array.
    ({ sql, parameters, wants }) =>
      db[wants === 'count' ? 'run' : 'all'](sql, parameters as readonly SqlValue[]),
  );
  const eventsOf = new Map(batch.grantEvents);
  const redeemed = batch.redemptions.map((values, row) => {
    const reply = redeem(db, values);
    const events = eventsOf.get(row);
    if (events && typeof reply !== 'string') {
      for (const event of grantEvents(events, reply[0], reply[1])) insertEvent(event);
    }
    return reply;
  });
  if (eventCount > 0) db.run(REPORT_LAST_EVENTS, [eventCount]);
  return {
    codes: links.map((link) => ('code' in link ? link.code : '')),
    notCreated: links.flatMap(({ outcome }, row) =>
      outcome === 'created' ? [] : [[row, outcome] as const],
    ),
    redeemed,
  };
}

function linksOf({ links, keys, counted, eventIds, smartlinkBase }: Batch): LinkInsert[] {
  const onceOf = new Map(keys.map(([row, key, bodyDigest]) => [row, { key, bodyDigest }]));
  const maxLinksOf = new Map(counted);
  return links.map((values, row) => ({
    appId: values[AT.appId] as string,
    uniqueKey: values[AT.uniqueKey] as string | null,
    createdAt: values[AT.createdAt] as number,
    values,
    once: onceOf.get(row),
    maxLinks: maxLinksOf.get(row),
    event: eventIds[row] ? { id: eventIds[row], smartlinkBase } : undefined,
  }));
}

// This statement alone decides. Nothing is read before it that could have changed.
const GRANT = `update links set redemptions = redemptions + 1
  where code = ? and app_id = ? and state = 'active'
    and (redeem_limit is null or redemptions < redeem_limit)
    and ${isValidNow('sqlite', 'links')}
  returning redemptions, redeem_limit, metadata, metadata_version`;
const ENTER = `insert into redemptions
  (app_id, id, code, token_id, created_at, redemptions, redeem_limit, metadata_version)
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`;
const TAKE_BACK = 'update links set redemptions = redemptions - 1 where code = ?';
const IS_ENTERED = 'select 1 from redemptions where app_id = ? and id = ?';

function redeem(db: Prepared, values: RedeemValues): RedeemReply {
  const [appId, id, code] = values;
  const [link] = db.all<{
    redemptions: number;
    redeem_limit: number | null;
    metadata: string | null;
    metadata_version: number;
  }>(GRANT, [code, appId]);
  if (!link) return db.all(IS_ENTERED, [appId, id]).length > 0 ? 'repeated' : 'refused';
  const { redemptions, redeem_limit, metadata, metadata_version } = link;
  const entry = [...values, redemptions, redeem_limit, metadata_version];
  if (db.run(ENTER, entry) === 1) return [redemptions, redeem_limit, metadata];
  db.run(TAKE_BACK, [code]);
  return 'repeated';
}
