import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { linkDocument } from '../../../actions/documents/link-document.ts';
import { getLink, type ManagedLink } from '../../../actions/links/managed-link.ts';
import { MAKER_KINDS } from '../../../domain/link/link-maker.ts';
import { LINK_STATES } from '../../../domain/link/link-state.ts';
import { RouteSchema } from '../../../domain/link/route.ts';
import type { Social } from '../../../domain/link/social.ts';
import { PLATFORMS } from '../../../domain/app/platform.ts';
import { problems } from '../../documented.ts';
import { versionTag } from '../../etag.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';

const routes = Object.fromEntries(
  PLATFORMS.map((platform) => [platform, Type.Optional(Type.Unsafe({ $ref: 'ManagedRoute#' }))]),
);

export const ManagedRouteSchema = Type.Object(
  {
    ...RouteSchema.properties,
    skip_page: Type.Optional(
      Type.Literal(true, { description: 'Visitors go straight to the fallback.' }),
    ),
  },
  { $id: 'ManagedRoute', additionalProperties: false },
);

export const ManagedLinkSchema = Type.Object(
  {
    code: Type.String(),
    smartlink: Type.String({ format: 'uri', description: 'The address of the link.' }),
    uri: Type.String(),
    unique: Type.Boolean(),
    template: Type.Union([Type.String(), Type.Null()], {
      description: 'The template that made the default routes.',
    }),
    routes: Type.Object(routes, { additionalProperties: false }),
    tags: Type.Array(Type.String()),
    state: Type.Enum([...LINK_STATES]),
    social: Type.Union([Type.Unsafe<Social>({ $ref: 'Social#' }), Type.Null()], {
      description: 'What link previews show; `null`: as the app says.',
    }),
    redeem_limit: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    redemptions: Type.Integer({ minimum: 0, description: 'Grants that were not given back.' }),
    created_at: Type.String({ description: 'RFC 3339, UTC.' }),
    created_by: Type.Object(
      {
        kind: Type.Enum([...MAKER_KINDS], {
          description: 'Anyone can have a platform token: what it creates may come from strangers.',
        }),
        id: Type.String({
          description: 'The id of a token or a member, or `operator` for a command.',
        }),
        name: Type.Union([Type.String(), Type.Null()], {
          description:
            'The prefix of a token; the name, or else the e-mail address, of a member; `null` for a command.',
        }),
      },
      { additionalProperties: false },
    ),
    metadata: Type.Union([
      Type.Unsafe<Record<string, unknown>>({ $ref: 'Metadata#' }),
      Type.Null(),
    ]),
  },
  { $id: 'ManagedLink', additionalProperties: false },
);

export const codeParams = Type.Object({
  code: Type.String({ description: 'The code of the link.' }),
});

export const managedLinkReply = {
  description: 'The link.',
  headers: {
    etag: { type: 'string', description: 'Counts changes, not redemptions; for `If-Match`.' },
  },
  content: { 'application/json': { schema: { $ref: 'ManagedLink#' } } },
};

export const getManagedLinkSchema = {
  operationId: 'getManagedSmartlink',
  summary: 'Get a smart link with everything about it',
  description: 'Also links that are disabled or deleted. The `ETag` protects a later change.',
  tags: ['Management'],
  params: codeParams,
  response: { 200: managedLinkReply, ...problems(...MANAGE_PROBLEMS) },
};

export function getManagedLinkHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    return sendManagedLink(ctx, reply, await getLink(ctx, request.actor.appId, code));
  };
}

export function sendManagedLink(
  ctx: Context,
  reply: FastifyReply,
  link: ManagedLink,
): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      etag: versionTag(link.version),
    })
    .send(managedLinkText(ctx, link));
}

/** A link as JSON; its metadata is JSON text already, and stays as it is. */
export function managedLinkText(ctx: Context, link: ManagedLink): string {
  const fields = JSON.stringify(linkDocument(ctx, link));
  return `${fields.slice(0, -1)},"metadata":${link.metadata ?? 'null'}}`;
}
