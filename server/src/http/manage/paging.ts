import { Type } from 'typebox';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../../actions/page.ts';
import { refuseParameters } from '../query.ts';
import { nullable } from '../../domain/text/shapes.ts';

const DEFAULT_PAGE_SIZE = 50;

export const pageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the previous page.' })),
});

export const nextCursor = nullable(
  Type.String(),
  'The `cursor` of the next page; `null` on the last page.',
);

/** Fails with `bad_request` on a cursor that is not a `next_cursor`. */
export function pageRequest(query: {
  readonly limit?: number;
  readonly cursor?: string;
}): PageRequest {
  const { limit = DEFAULT_PAGE_SIZE, cursor } = query;
  if (cursor === undefined) return { limit };
  if (/^\d{1,15}$/.test(cursor)) return { limit, cursor: Number(cursor) };
  return refuseParameters([
    { name: 'cursor', detail: 'must be the next_cursor of an earlier page' },
  ]);
}

/** A page as JSON. `textOf` returns the JSON of an entry. */
export function* pageText<Entry>(
  name: string,
  { entries, next }: Pick<Page<Entry>, 'entries'> & { readonly next: number | string | null },
  textOf: (entry: Entry) => string,
): Generator<string, void, void> {
  yield `{"${name}":[`;
  for (const [index, entry] of entries.entries()) yield (index === 0 ? '' : ',') + textOf(entry);
  yield `],"next_cursor":${next === null ? 'null' : `"${next}"`}}`;
}
