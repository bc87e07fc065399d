import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { linkDocument } from '../../../actions/documents/link-document.ts';
import { viewLink, type ManagedLink } from '../../../actions/links/managed-link.ts';
import { perPlatform } from '../../../domain/app/platform.ts';
import { CREATOR_KINDS } from '../../../domain/link/link-creator.ts';
import { LINK_STATES } from '../../../domain/link/link-state.ts';
import { VALIDITY_PHASES } from '../../../domain/link/validity.ts';
import { RouteSchema } from '../../../domain/link/route.ts';
import { MetadataSchema } from '../../../domain/link/metadata.ts';
import { LinkRuleSchema } from '../../../domain/rule/link-rule.ts';
import { SocialSchema } from '../../../domain/link/social.ts';
import { endpoint } from '../../endpoint.ts';
import { etagHeader, versionTag } from '../../etag.ts';
import { closedObject, component, refTo, nullable } from '../../../domain/text/shapes.ts';

export const ManagedRouteSchema = component('ManagedRoute', {
  ...RouteSchema.properties,
  skip_page: Type.Optional(
    Type.Literal(true, { description: 'Visitors go directly to the fallback.' }),
  ),
});

export const ManagedLinkSchema = component('ManagedLink', {
  code: Type.String(),
  smartlink: Type.String({ format: 'uri', description: 'The address of the link.' }),
  external_id: nullable(Type.String(), 'The id of the link in a system of yours.'),
  uri: Type.String(),
  name: nullable(Type.String(), 'A name for the link.'),
  note: nullable(Type.String(), 'A note about the link.'),
  unique: Type.Boolean(),
  template: nullable(Type.String(), 'The template that created the default routes.'),
  routes: closedObject(perPlatform(Type.Optional(refTo(ManagedRouteSchema)))),
  rules: Type.Array(refTo(LinkRuleSchema), {
    description: 'Conditional routes: the first rule whose conditions hold replaces routes.',
  }),
  own_rules: Type.Boolean({
    description:
      'Whether the rules were chosen for this link. If not, they are those of its template, and `current_templates` replaces them.',
  }),
  tags: Type.Array(Type.String()),
  state: Type.Enum([...LINK_STATES]),
  restorable_until: nullable(
    Type.String(),
    'Until when a deleted link can be restored. RFC 3339, UTC. `null`: it is not deleted, or its content is removed.',
  ),
  social: nullable(refTo(SocialSchema), 'What link previews show; `null`: the default of the app.'),
  valid_from: nullable(Type.String(), 'When the link begins to work. RFC 3339, UTC.'),
  valid_until: nullable(Type.String(), 'When the link stops working. RFC 3339, UTC.'),
  early_url: nullable(Type.String(), 'The web address for earlier visits; `null`: a page.'),
  expired_url: nullable(Type.String(), 'The web address for later visits; `null`: a page.'),
  validity: Type.Enum([...VALIDITY_PHASES], { description: 'Now.' }),
  redeem_limit: nullable(Type.Integer({ minimum: 1 })),
  redemptions: Type.Integer({
    minimum: 0,
    description: 'How many redemptions count toward the limit.',
  }),
  created_at: Type.String({ description: 'RFC 3339, UTC.' }),
  created_by: closedObject({
    kind: Type.Enum([...CREATOR_KINDS], {
      description: 'Platform tokens are public, so anyone can create links with one.',
    }),
    id: Type.String({
      description: 'The id of a token or a member, or `operator` for a command.',
    }),
    name: nullable(
      Type.String(),
      'The prefix of the token; the name of the member, or else the e-mail address; `null` for a command.',
    ),
  }),
  metadata: nullable(refTo(MetadataSchema)),
});

export const codeParams = Type.Object({
  code: Type.String({ description: 'The code of the link.' }),
});

export const managedLinkResponse = {
  description: 'The link.',
  headers: etagHeader('Changes with every change of the link, not with redemptions'),
  schema: ManagedLinkSchema,
};

export const getManagedLinkEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/:code',
  callers: 'viewer',
  id: 'getManagedSmartlink',
  summary: 'Get a smart link',
  description:
    'All data of the link, also when it is disabled or deleted. Send its `ETag` with a later change.',
  params: codeParams,
  responses: { 200: managedLinkResponse },
  async handle(call) {
    return managedLinkAnswer(call, await viewLink(call.ctx, call.appId, call.params.code));
  },
});

/** The body of a response with a link. Sets its `ETag`. */
export function managedLinkAnswer(
  { ctx, reply }: { readonly ctx: Context; readonly reply: FastifyReply },
  link: ManagedLink,
): string {
  void reply.header('etag', versionTag(link.version));
  return managedLinkText(ctx, link);
}

/** A link as JSON. Its metadata is stored as JSON text and returned unchanged. */
export function managedLinkText(ctx: Context, link: ManagedLink): string {
  const fields = JSON.stringify(linkDocument(ctx, link));
  return `${fields.slice(0, -1)},"metadata":${link.metadata ?? 'null'}}`;
}
