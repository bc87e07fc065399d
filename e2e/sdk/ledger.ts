import { openReader } from '#server/src/storage/sqlite/driver.ts';
import { afterAll } from '#server/test/harness.ts';

export interface Entry {
  readonly id: string;
  readonly redemptions: number;
  readonly redeem_limit: number | null;
}

/** Reads the database directly, without the service. */
export interface Ledger {
  /** The redemptions of a link, oldest first. */
  entries(code: string): Entry[];
  /** The redemption count that is stored with the link. */
  count(code: string): number;
  /** The codes of the links with this uri. */
  links(uri: string): string[];
  /** The codes of the links whose uri starts with this text. */
  linksBelow(start: string): string[];
}

export function openLedger(store: string): Ledger {
  const reader = openReader(store);
  afterAll(() => reader.close());
  const entries = reader.prepare(
    'select id, redemptions, redeem_limit from redemptions where code = ? order by seq',
  );
  const count = reader.prepare('select redemptions from links where code = ?');
  const links = reader.prepare('select code from links where uri = ?');
  const below = reader.prepare('select code from links where substr(uri, 1, length(?1)) = ?1');
  const codes = (rows: unknown[]): string[] => (rows as { code: string }[]).map((row) => row.code);
  return {
    entries: (code) => entries.all(code) as Entry[],
    count: (code) => (count.get(code) as { redemptions: number }).redemptions,
    links: (uri) => codes(links.all(uri)),
    linksBelow: (start) => codes(below.all(start)),
  };
}
