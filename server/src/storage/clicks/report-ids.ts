import { createHash } from 'node:crypto';
import type { ClickTransaction } from './click-sql.ts';

/** How long ids are kept, in days. Clients discard reports after 7 days, so that none is repeated later. */
export const REPORT_IDS_KEPT_DAYS = 9;
const COLUMNS = { hash: 'bigint', day: 'integer' } as const;
/** Short enough for an exact number. Of a billion reports, about two are taken for a repeated one. */
const HASH_BYTES = 6;

/** A number for the id of a report. It differs between apps, so that no app can use up the ids of another one. */
export function reportHash(app: string, id: string): number {
  return createHash('sha256').update(`${app}\n${id}`).digest().readUIntBE(0, HASH_BYTES);
}

/** Adds reports to the store. Returns those that were not in it. `day`: days since 1970-01-01 UTC. */
export async function addReports(
  tx: ClickTransaction,
  hashes: Iterable<number>,
  day: number,
): Promise<Set<number>> {
  // In the same order on every instance, so that they do not wait for each other in a circle.
  const rows = [...new Set(hashes)].toSorted((a, b) => a - b).map((hash) => [hash, day]);
  if (rows.length === 0) return new Set();
  const added = await tx.insert<{ hash: number }>(
    'report_ids',
    COLUMNS,
    rows,
    'on conflict (hash) do nothing returning hash',
  );
  return new Set(added.map(({ hash }) => hash));
}
