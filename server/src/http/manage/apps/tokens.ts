import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { tokenDocument } from '../../../actions/documents/token-document.ts';
import { createToken } from '../../../actions/tokens/create-token.ts';
import {
  listTokenPage,
  platformLinks,
  type ListedToken,
} from '../../../actions/tokens/list-tokens.ts';
import { revokeToken } from '../../../actions/tokens/revoke-token.ts';
import { isId } from '../../../domain/access/id.ts';
import { tokenNameIssues, TokenRequestSchema } from '../../../domain/access/token-request.ts';
import { TOKEN_KINDS } from '../../../domain/access/token.ts';
import { fail, refuse } from '../../../problem.ts';
import { jsonBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { auditEntry } from '../links/history.ts';
import { nextCursor, pageQuery, pageRequest } from '../paging.ts';
import { component, count, nullable } from '../../../domain/text/shapes.ts';

const time = (description: string) => nullable(Type.String(), `${description}; RFC 3339, UTC.`);

const members = {
  token_id: Type.String(),
  kind: Type.Enum([...TOKEN_KINDS]),
  prefix: Type.String({ description: 'The start of the token. The rest is not stored.' }),
  name: nullable(Type.String(), 'A name for the token.'),
  own: Type.Boolean({ description: 'Whether this is the token of the request.' }),
  created_at: Type.String({ description: 'RFC 3339, UTC.' }),
  created_by: nullable(
    Type.String(),
    'The id of a member or a token, or `operator`; `null` for tokens from before this was recorded.',
  ),
  by_name: auditEntry.by_name,
  last_used_at: time('Up to 30 seconds late; `null` before the first use'),
  revoked_at: time('`null`: the token is valid'),
};

export const TokenSchema = component('Token', members);

export const NewTokenSchema = component('NewToken', {
  token: Type.String({ description: 'Returned once; only a digest is stored.' }),
  ...members,
});

export const TokensSchema = component('Tokens', {
  tokens: Type.Array(Type.Unsafe({ $ref: 'Token#' })),
  next_cursor: nextCursor,
  platform_links: count(
    'How many links the platform tokens of the app have created in total. The limit is `platform_tokens.max_links` of the app.',
  ),
});

export const listTokensEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/tokens',
  callers: 'viewer',
  id: 'listTokens',
  summary: 'List the tokens of the app',
  description:
    'Includes revoked tokens. Each entry has the prefix of the token; the token itself is not stored. Oldest first.',
  query: pageQuery,
  responses: { 200: { description: 'A page of tokens.', schema: TokensSchema } },
  async handle({ ctx, appId, query, request }) {
    const { entries, next } = await listTokenPage(ctx, appId, pageRequest(query));
    return {
      tokens: entries.map((token) => shownToken(token, request)),
      next_cursor: next === null ? null : String(next),
      platform_links: await platformLinks(ctx, appId),
    };
  },
});

export const createTokenEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/tokens',
  callers: 'owner',
  id: 'createToken',
  summary: 'Create a token',
  body: jsonBody(TokenRequestSchema),
  responses: { 201: { description: 'The new token.', schema: NewTokenSchema } },
  problems: ['too_many_tokens'],
  async handle({ ctx, author, body: { kind, name }, request }) {
    const issues = tokenNameIssues(name);
    if (issues.length > 0) refuse(issues);
    const { token, ...stored } = await createToken(ctx, author, kind, name ?? null);
    const member = request.signedIn?.member;
    const byName = member ? member.name || member.email : null;
    return { token, ...shownToken({ ...stored, byName }, request) };
  },
});

export const revokeTokenEndpoint = endpoint({
  method: 'DELETE',
  path: '/manage/v1/tokens/:token_id',
  callers: 'owner',
  id: 'revokeToken',
  summary: 'Revoke a token',
  description:
    'Cannot be undone. Takes effect on every instance within a second. Open invitations that were created with the token end. Revoking it again changes nothing. A token can revoke itself (`own`); its next request gets 401.',
  params: Type.Object({
    token_id: Type.String({ description: 'The id of the token, as listed: `tok_…`.' }),
  }),
  responses: { 200: { description: 'The revoked token.', schema: TokenSchema } },
  async handle({ ctx, author, params: { token_id: id }, request }) {
    // The action also accepts a prefix, for the command.
    if (!isId('tok', id)) fail('not_found', 'The app has no token with this id.');
    return shownToken(await revokeToken(ctx, author, id), request);
  },
});

export function shownToken(
  token: ListedToken,
  { actor }: FastifyRequest,
): Static<typeof TokenSchema> {
  return { ...tokenDocument(token), own: token.id === actor.id };
}
