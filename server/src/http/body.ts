import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { OwnAddresses } from '../domain/link/own-address.ts';
import type { Refused } from '../domain/text/issue.ts';
import type { JsonText } from '../domain/text/json.ts';
import type { RefusedJson } from '../domain/text/long-list.ts';
import { parserOf } from '../domain/text/schema.ts';
import type { Steps } from '../domain/text/steps.ts';
import { fail, orRefuse, refuse } from '../problem.ts';
import { runInSlices } from '../time-slices.ts';
import type { LongJson } from './json-body.ts';

/** The JSON body of an endpoint, and how it becomes a typed value. */
export interface Body<Content> {
  readonly schema: TSchema;
  /** Fails with `validation_failed` and all errors. */
  readonly read: (json: JsonText, own: OwnAddresses) => Content;
}

/** A body that is longer than others, as text, which is read in slices. */
export interface LongBody<Content> {
  readonly schema: TSchema;
  /** More than the limit of all other bodies. */
  readonly maxBytes: number;
  readonly readLong: (text: string) => Promise<Content>;
}

/** A body that its schema, without references, describes completely. */
export function jsonBody<Schema extends TSchema>(schema: Schema): Body<Static<Schema> & object> {
  return parsedBody(
    schema,
    parserOf(schema, (request) => request as Static<Schema> & object),
  );
}

/** A body with rules beyond its schema: `parse` returns the typed value, or all errors. */
export function parsedBody<Content extends object>(
  schema: TSchema,
  parse: (json: JsonText, own: OwnAddresses) => Content | Refused,
): Body<Content> {
  return { schema, read: (json, own) => orRefuse(parse(json, own)) };
}

/** A body that the handler parses itself. */
export function rawBody(schema: TSchema): Body<JsonText> {
  return { schema, read: (json) => json };
}

/** Enough for 1,000 links with 4 KB each, or 10,000 templates. */
const MAX_LONG_BODY_BYTES = 4 * 1024 * 1024;

/** A body with a long list. `parse` returns its value, or all errors. */
export function longBody<Content extends object>(
  schema: TSchema,
  parse: (text: string) => Steps<Content | RefusedJson>,
): LongBody<Content> {
  const readLong = async (text: string): Promise<Content> => {
    const parsed = await runInSlices(parse(text));
    if (!('issues' in parsed)) return parsed;
    const { issues, invalid } = parsed;
    const [first] = issues;
    if (!invalid || !first) return refuse(issues);
    return fail('invalid_json', `${first.pointer || 'The body'} ${first.detail}.`, { issues });
  };
  return { schema, maxBytes: MAX_LONG_BODY_BYTES, readLong };
}

export function readBody<Content>(
  body: Body<Content> | LongBody<Content>,
  request: FastifyRequest,
  own: OwnAddresses,
): Content | Promise<Content> {
  const sent = sentJson(request, body.schema);
  return 'readLong' in body
    ? body.readLong((sent as unknown as LongJson).text)
    : body.read(sent, own);
}

/** The body that was sent. Fails with `invalid_json` if there is none. */
export function sentJson({ body }: FastifyRequest, schema: TSchema): JsonText {
  const json = body as JsonText | undefined;
  if (json) return json;
  const { required = [] } = schema as { readonly required?: readonly string[] };
  const names = required.map((name) => `"${name}"`);
  const what = names.length > 0 ? ` with ${names.join(' and ')}` : '';
  return fail('invalid_json', `The body is missing; send a JSON object${what}.`);
}
