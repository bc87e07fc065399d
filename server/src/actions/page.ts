export const MAX_PAGE_SIZE = 100;

export interface PageRequest {
  /** From 1 to `MAX_PAGE_SIZE`. */
  readonly limit: number;
  /** Where the previous page ended; undefined for the first page. */
  readonly cursor?: number | undefined;
}

/** A part of an ordered list. */
export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** The cursor of the next page; null on the last page. */
  readonly next: number | null;
}

/** Reads one entry more than the page has, to know whether there is a next page. */
export async function pageOf<Entry extends { readonly seq: number }>(
  { limit, cursor = Number.MAX_SAFE_INTEGER }: PageRequest,
  read: (before: number, limit: number) => Promise<Entry[]>,
): Promise<Page<Entry>> {
  const found = await read(cursor, limit + 1);
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.seq ?? null) : null };
}
