import type { SavedFilter } from '../domain/link/saved-filter.ts';
import type { Reader, Transaction } from './database.ts';

export interface FilterOwner {
  readonly appId: string;
  readonly memberId: string;
}

export async function listSavedFilters(
  db: Reader,
  { appId, memberId }: FilterOwner,
): Promise<SavedFilter[]> {
  const rows = await db.all<{ name: string; query: string }>(
    'select name, query from saved_filters where app_id = ? and member_id = ?',
    [appId, memberId],
  );
  return rows
    .map(({ name, query }) => ({ name, query: JSON.parse(query) as SavedFilter['query'] }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.name < b.name ? -1 : 1));
}

/** Replaces a filter with the same name. */
export async function saveFilter(
  tx: Transaction,
  { appId, memberId }: FilterOwner,
  { name, query }: SavedFilter,
): Promise<void> {
  await tx.run(
    `insert into saved_filters (app_id, member_id, name, query) values (?, ?, ?, ?)
     on conflict (app_id, member_id, name) do update set query = excluded.query`,
    [appId, memberId, name, JSON.stringify(query)],
  );
}

export async function removeFilter(
  tx: Transaction,
  { appId, memberId }: FilterOwner,
  name: string,
): Promise<void> {
  const sql = 'delete from saved_filters where app_id = ? and member_id = ? and name = ?';
  await tx.run(sql, [appId, memberId, name]);
}

export async function removeFilters(
  tx: Transaction,
  { appId, memberId }: FilterOwner,
): Promise<void> {
  await tx.run('delete from saved_filters where app_id = ? and member_id = ?', [appId, memberId]);
}
