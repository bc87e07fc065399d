import type { Refused } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import { parseEntries, readLongList, type RefusedJson } from '../text/long-list.ts';
import type { Steps } from '../text/steps.ts';
import { MAX_TEMPLATES } from './setup-schema.ts';

/**
 * The segments of all patterns together. A match can visit every segment once, in the thread that answers visits, and
 * this document is from a tenant; apply files, from the operator, have no such limit.
 */
const MAX_SEGMENTS = 100_000;

/** A JSON value whose fields are not checked yet. */
export interface ParsedDocument {
  readonly value: unknown;
}

/** Parses a request whose `templates` can be long, or returns all errors. */
export function* parseAppDocument(text: string): Steps<ParsedDocument | RefusedJson> {
  const list = yield* readLongList(text, 'templates', MAX_TEMPLATES);
  if ('issues' in list) return list;
  if (list.entries.length === 0) return { value: list.value };
  const read = yield* parseEntries(list.entries, 'templates');
  if ('issues' in read) return read;
  const templates = read.parsed.map(({ value }) => value);
  let segments = 0;
  for (const template of templates) segments += segmentCount(template);
  if (segments > MAX_SEGMENTS) return refusedSegments;
  return { value: { ...(list.value as object), templates } };
}

function segmentCount(template: unknown): number {
  const pattern = isRecord(template) ? template.pattern : undefined;
  return typeof pattern === 'string' ? pattern.split('/').length : 0;
}

const refusedSegments: Refused = {
  issues: [
    {
      pointer: '/templates',
      detail: `must have at most ${MAX_SEGMENTS} segments in all patterns together; use \`smartlink apply\` for more`,
    },
  ],
};
