import { MAX_DRAWS, KEY_KEPT_MS } from '../database.ts';
import type { Prepared } from './driver.ts';
import { PlatformCounts } from './platform-counts.ts';
import type { Batch, BatchReply, LinkValues, RedeemReply, RedeemValues } from './protocol.ts';

/** Writes that arrived together. Runs inside a transaction, alone among all writers. */
export function writeBatch(db: Prepared, batch: Batch, drawCode: () => string): BatchReply {
  const existing: number[] = [];
  const keyReused: number[] = [];
  const quotaReached: number[] = [];
  const counts = batch.counted.length > 0 ? new PlatformCounts(db, batch.counted) : undefined;
  const keys = new Map(batch.keys.map(([row, key, bodyDigest]) => [row, { key, bodyDigest }]));
  const codes = batch.links.map((values, row) => {
    const once = keys.get(row);
    const first = once && firstAnswer(db, values, once.key);
    if (first && first.body_digest !== once.bodyDigest) {
      keyReused.push(row);
      return '';
    }
    const full = !first && counts?.hasRoom(row, values[0]) === false;
    const link = first
      ? { code: first.code, created: first.created === 1 }
      : full
        ? findUnique(db, values)
        : insertLink(db, values, drawCode);
    if (!link && full) quotaReached.push(row);
    if (!link) return '';
    if (!link.created) existing.push(row);
    else if (!first) counts?.add(row, values[0]);
    if (once && !first) keepAnswer(db, values, once, link);
    return link.code;
  });
  counts?.save();
  const redeemed = batch.redemptions.map((row) => redeem(db, row));
  return { codes, existing, keyReused, quotaReached, redeemed };
}

const INSERT = `insert into links
  (code, app_id, uri, unique_key, routes, overrides, template, metadata, redeem_limit, tags, created_at, created_by)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, '[]', ?, ?) on conflict do nothing`;
const FIND_UNIQUE = 'select code from links where app_id = ? and unique_key = ?';

interface Link {
  readonly code: string;
  readonly created: boolean;
}

/** The constraints decide; a look comes only after an insert that they turned away. */
function insertLink(db: Prepared, values: LinkValues, drawCode: () => string): Link | undefined {
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const code = drawCode();
    if (db.run(INSERT, [code, ...values]) === 1) return { code, created: true };
    const link = findUnique(db, values);
    if (link) return link;
  }
  return undefined;
}

function findUnique(db: Prepared, [appId, , uniqueKey]: LinkValues): Link | undefined {
  if (uniqueKey === null) return undefined;
  const [link] = db.all<{ code: string }>(FIND_UNIQUE, [appId, uniqueKey]);
  return link && { code: link.code, created: false };
}

const FIND_KEY = `select body_digest, code, created from idempotency_keys
  where app_id = ? and key = ? and created_at > ?`;
const KEEP_KEY = `insert or replace into idempotency_keys
  (app_id, key, body_digest, code, created, created_at) values (?, ?, ?, ?, ?, ?)`;

/** What a key got before. Nobody else writes now, so what is not there cannot come in between. */
function firstAnswer(db: Prepared, values: LinkValues, key: string) {
  return db.all<{ body_digest: string; code: string; created: number }>(FIND_KEY, [
    values[0],
    key,
    createdAt(values) - KEY_KEPT_MS,
  ])[0];
}

function keepAnswer(
  db: Prepared,
  values: LinkValues,
  { key, bodyDigest }: { readonly key: string; readonly bodyDigest: string },
  { code, created }: Link,
): void {
  db.run(KEEP_KEY, [values[0], key, bodyDigest, code, created ? 1 : 0, createdAt(values)]);
}

/** The last but one of the values: see `linkValues`. */
function createdAt(values: LinkValues): number {
  return values.at(-2) as number;
}

// THE statement that decides: nothing was read before, so there is nothing that could have changed.
const GRANT = `update links set redemptions = redemptions + 1
  where code = ? and app_id = ? and state = 'active'
    and (redeem_limit is null or redemptions < redeem_limit)
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
