import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { createLinks } from '../../../actions/links/create-links.ts';
import type { LinkResult } from '../../../actions/links/link-result.ts';
import {
  LinksRequestSchema,
  MAX_CREATED_LINKS,
  parseLinksRequest,
  type LinksRequest,
} from '../../../domain/link/links-request.ts';
import { canonicalJson } from '../../../domain/text/json.ts';
import { closedObject, component, count, nullable, refTo } from '../../../domain/text/shapes.ts';
import { Problem, refusal } from '../../../problem.ts';
import { yieldToEventLoop } from '../../../time-slices.ts';
import { longBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { idempotencyHeader, keyOf } from '../../idempotency-key.ts';
import { problemDocument, ProblemSchema } from '../../problem-reply.ts';
import { whileConnected } from '../../disconnect.ts';

/** The errors of a response, after which each link has one: a request can cause 100,000. */
const MAX_ERRORS = 1000;
const OUTCOMES = ['created', 'existing', 'updated', 'failed'] as const;

export const CreatedLinksSchema = component('CreatedLinks', {
  created: count('New links.'),
  existing: count('Links that existed and were not changed.'),
  updated: count('Links that were changed.'),
  failed: count('Links that could not be created or changed.'),
  results: Type.Array(
    closedObject({
      status: Type.Enum([...OUTCOMES]),
      external_id: nullable(Type.String(), 'As it was sent.'),
      code: Type.Optional(
        Type.String({ description: 'Absent if it failed; in a dry run, of a new link.' }),
      ),
      smartlink: Type.Optional(
        Type.String({ format: 'uri', description: 'The address of the link.' }),
      ),
      problem: Type.Optional(refTo(ProblemSchema)),
    }),
    {
      maxItems: MAX_CREATED_LINKS,
      description: 'One result for each link of the request, in order.',
    },
  ),
});

export const createLinksEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/smartlinks/bulk',
  callers: 'editor',
  id: 'createSmartlinks',
  summary: 'Create or change many smart links',
  description:
    'Creates up to 1,000 links. Links that fail do not prevent the others, unless the request is `atomic` (at most 200 links): then the response is the problem of the first link that fails. Pointers in `errors` are those of the request, such as `/links/3/uri`. Each link has an entry in its history and an event. If a request fails or is cancelled, some of its links may be written; repeated with the same `Idempotency-Key`, it writes only the others. A body has at most 4 MiB, and a link in it 64 KiB. After 1,000 errors, each other link that fails has only its first one.',
  headers: idempotencyHeader,
  body: longBody(LinksRequestSchema, parseLinksRequest),
  responses: { 200: { description: 'What happened with each link.', schema: CreatedLinksSchema } },
  problems: ['code_taken', 'uri_taken', 'external_id_taken', 'codes_exhausted'],
  handle({ ctx, author, body, request, reply }) {
    return whileConnected(reply, async (signal) => {
      const key = keyOf(request);
      const once = key === undefined ? undefined : { key, bodyDigest: await digestOf(body) };
      const results = await createLinks(ctx, author, body, { once, signal });
      const { baseUrl, smartlinkBase } = ctx.own();
      let errors = 0;
      /** Called in the order of the links. */
      const shortened = (problem: Problem): Problem => {
        const { issues = [] } = problem;
        const shown = issues.slice(0, Math.max(1, MAX_ERRORS - errors));
        errors += shown.length;
        return shown.length < issues.length ? refusal(shown) : problem;
      };
      const document = (result: LinkResult, index: number) => {
        const { external_id: sent } = (body.links[index]?.value ?? {}) as { external_id?: unknown };
        const external_id = typeof sent === 'string' ? sent : null;
        if (result instanceof Problem) {
          return {
            status: 'failed',
            external_id,
            problem: problemDocument(shortened(result), baseUrl),
          };
        }
        const { outcome: status, code } = result;
        const smartlink = code === undefined ? undefined : `${smartlinkBase}/${code}`;
        return { status, external_id, code, smartlink };
      };
      const statusOf = (result: LinkResult) =>
        result instanceof Problem ? 'failed' : result.outcome;
      const counts = OUTCOMES.map((status) => [
        status,
        results.filter((result) => statusOf(result) === status).length,
      ]);
      return { ...Object.fromEntries(counts), results: results.map(document) } as object;
    });
  },
});

/** Equal for equal requests. */
async function digestOf({ links, ...options }: LinksRequest): Promise<string> {
  let digest = canonicalJson(options);
  for (const { value } of links) {
    await yieldToEventLoop();
    digest = hash('sha256', digest + canonicalJson(value), 'base64url');
  }
  return digest;
}
