import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../../actions/page.ts';
import { fail } from '../../problem.ts';
import { parametersOf } from './query-text.ts';
import { sendJsonText } from './send-json.ts';

const DEFAULT_PAGE_SIZE = 50;

export const pageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
});

export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Asks for the next page as `cursor`; `null` on the last.',
});

export function readPageRequest(request: FastifyRequest): PageRequest {
  const { limit = String(DEFAULT_PAGE_SIZE), cursor } = parametersOf(request);
  const size = whole(limit);
  if (size === undefined || size < 1 || size > MAX_PAGE_SIZE) {
    fail('bad_request', `The limit of a page must be a whole number from 1 to ${MAX_PAGE_SIZE}.`);
  }
  const start = cursor === undefined ? undefined : whole(cursor);
  if (cursor !== undefined && start === undefined) {
    fail('bad_request', 'The cursor must be the next_cursor of an earlier page.');
  }
  return { limit: size, cursor: start };
}

function whole(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** `textOf` makes JSON of an entry. A page may have megabytes, so this is done in turns with other work. */
export function sendPage<Entry>(
  reply: FastifyReply,
  name: string,
  { entries, next }: Page<Entry>,
  textOf: (entry: Entry) => string,
): Promise<FastifyReply> {
  return sendJsonText(reply, pageText(name, entries, textOf, next));
}

function* pageText<Entry>(
  name: string,
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  next: number | null,
): Generator<string, void, void> {
  yield `{"${name}":[`;
  for (const [index, entry] of entries.entries()) yield (index === 0 ? '' : ',') + textOf(entry);
  yield `],"next_cursor":${next === null ? 'null' : `"${next}"`}}`;
}
