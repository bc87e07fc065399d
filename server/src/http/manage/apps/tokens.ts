import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { tokenDocument } from '../../../actions/documents/token-document.ts';
import { createToken } from '../../../actions/tokens/create-token.ts';
import {
  listTokenPage,
  platformLinks,
  type ListedToken,
} from '../../../actions/tokens/list-tokens.ts';
import { revokeToken } from '../../../actions/tokens/revoke-token.ts';
import { isId } from '../../../domain/access/id.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { parseTokenRequest } from '../../../domain/access/token-request.ts';
import { TOKEN_KINDS } from '../../../domain/access/token.ts';
import { fail, refuse } from '../../../problem.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { nextCursor, pageQuery, readPageRequest } from '../paging.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';

const time = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description: `${description}; RFC 3339, UTC.` });

const members = {
  token_id: Type.String(),
  kind: Type.Enum([...TOKEN_KINDS]),
  prefix: Type.String({ description: 'How the token begins; the rest of it is not kept.' }),
  own: Type.Boolean({ description: 'The token of this request.' }),
  created_at: Type.String({ description: 'RFC 3339, UTC.' }),
  created_by: Type.Union([Type.String(), Type.Null()], {
    description:
      'The id of a member or a token, or `operator`; `null`: it was made before this was kept.',
  }),
  by_name: Type.Union([Type.String(), Type.Null()], {
    description: 'The name, or else the e-mail address, of a member; `null` for all others.',
  }),
  last_used_at: time('Half a minute behind at the most, `null` before the first use'),
  revoked_at: time('`null`: it is valid'),
};

export const TokenSchema = Type.Object(members, { $id: 'Token', additionalProperties: false });

export const NewTokenSchema = Type.Object(
  { token: Type.String({ description: 'Shown this once; only a digest is kept.' }), ...members },
  { $id: 'NewToken', additionalProperties: false },
);

export const TokensSchema = Type.Object(
  {
    tokens: Type.Array(Type.Unsafe({ $ref: 'Token#' })),
    next_cursor: nextCursor,
    platform_links: Type.Integer({
      minimum: 0,
      description:
        'How many links the platform tokens of the app have created in all; `platform_tokens.max_links` of the app limits it.',
    }),
  },
  { $id: 'Tokens', additionalProperties: false },
);

const json = (name: string) => ({ 'application/json': { schema: { $ref: `${name}#` } } });

export const listTokensSchema = {
  operationId: 'listTokens',
  summary: 'List the tokens of the app',
  description:
    'Revoked tokens are included. The token itself cannot be shown again: entries have its prefix. Oldest first.',
  tags: ['Management'],
  querystring: pageQuery,
  response: {
    200: { description: 'A page of them, revoked ones too.', content: json('Tokens') },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export const createTokenSchema = {
  operationId: 'createToken',
  summary: 'Make a token for the app',
  tags: ['Management'],
  body: { content: json('TokenRequest') },
  response: {
    201: { description: 'The token, this once.', content: json('NewToken') },
    ...problems(
      ...MANAGE_PROBLEMS,
      'invalid_json',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
    ),
  },
};

export const revokeTokenSchema = {
  operationId: 'revokeToken',
  summary: 'End a token for good',
  description:
    'Noticed everywhere within a second. Open invitations that were made with it end. Revoking twice changes nothing. The token of the request can be revoked too: `own` says so, and the next request with it gets 401.',
  tags: ['Management'],
  params: Type.Object({ token_id: Type.String({ description: 'As it is listed: `tok_…`.' }) }),
  response: {
    200: { description: 'It is revoked.', content: json('Token') },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function listTokensHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { appId } = request.actor;
    const { entries, next } = await listTokenPage(ctx, appId, readPageRequest(request));
    return send(reply, {
      tokens: entries.map((token) => shownToken(token, request)),
      next_cursor: next === null ? null : String(next),
      platform_links: await platformLinks(ctx, appId),
    });
  };
}

export function createTokenHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = request.body as JsonText | undefined;
    if (!body) fail('invalid_json', 'The body is missing; send an object with "kind".');
    const parsed = parseTokenRequest(body);
    if ('faults' in parsed) refuse(parsed.faults);
    const { kind } = parsed;
    const editor = editorOf(request);
    const { token, ...made } = await createToken(ctx, editor, kind);
    const member = request.signedIn?.member;
    const byName = member ? member.name || member.email : null;
    const stored = {
      ...made,
      appId: editor.appId,
      kind,
      byName,
      lastUsedAt: null,
      revokedAt: null,
    };
    return send(reply.code(201), { token, ...shownToken(stored, request) });
  };
}

export function revokeTokenHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { token_id: id } = request.params as { token_id: string };
    // A command takes a prefix too; a program knows the id.
    if (!isId('tok', id)) fail('not_found', 'The app has no token with this id.');
    return send(reply, shownToken(await revokeToken(ctx, editorOf(request), id), request));
  };
}

export function shownToken(
  token: ListedToken,
  { actor }: FastifyRequest,
): Static<typeof TokenSchema> {
  return { ...tokenDocument(token), own: token.id === actor.id };
}

function send(reply: FastifyReply, document: object): FastifyReply {
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(document));
}
