import assert from 'node:assert/strict';
import { openDatabaseReader } from '../store.ts';

type Codes = readonly { readonly uri: string; readonly code: string }[];

/** Asserts that each acknowledged link exists once, with its code. */
export async function compare(
  url: string,
  { made, found }: { made: Codes; found: Codes },
): Promise<void> {
  const store = openDatabaseReader(url);
  const stored = await store.rows<{ code: string; uri: string }>(
    `select code, uri from links where uri like 'p/%' or uri like 'u/%'`,
  );
  await store.close();
  const lines = (links: Codes): string[] => [
    ...new Set(links.map(({ uri, code }) => `${uri} ${code}`)),
  ];
  assert.deepEqual(
    lines(stored).toSorted(),
    [...lines(made), ...lines(found)].toSorted(),
    'what is stored is what was acknowledged',
  );
  assert.equal(new Set(stored.map(({ uri }) => uri)).size, stored.length, 'one link for each uri');
}

/** Returns the counts in the ledger of a link. Asserts that the count of the link matches. */
export async function ledgerOf(url: string, code: string): Promise<number[]> {
  const store = openDatabaseReader(url);
  const rows = await store.rows<{ redemptions: number }>(
    'select redemptions from redemptions where code = ? order by redemptions',
    [code],
  );
  const [link] = await store.rows<{ redemptions: number }>(
    'select redemptions from links where code = ?',
    [code],
  );
  await store.close();
  assert.equal(link?.redemptions, rows.length);
  return rows.map(({ redemptions }) => redemptions);
}
