import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import type { TxtLookup } from '../../actions/hosts/txt-lookup.ts';
import type { Role } from '../../domain/access/role.ts';
import { behind, type Admission } from '../admission.ts';
import { withoutBody, type Answering } from '../without-body.ts';
import { changeAppHandler, changeAppSchema, getAppHandler, getAppSchema } from './apps/app.ts';
import { auditLogHandler, auditLogSchema } from './apps/audit-log.ts';
import { changeLinkHandler, changeLinkSchema } from './links/change-link.ts';
import { createManagedLinkHandler, createManagedLinkSchema } from './links/create-link.ts';
import { deleteLinkHandler, deleteLinkSchema } from './links/delete-link.ts';
import { doctorHandler, doctorSchema } from './apps/doctor.ts';
import { explainHandler, explainSchema } from './links/explain.ts';
import { forApp, type AppRouteSchema } from './for-app.ts';
import { giveBackHandler, giveBackSchema } from './links/give-back.ts';
import {
  checkHostHandler,
  checkHostSchema,
  listHostsHandler,
  listHostsSchema,
} from './apps/hosts.ts';
import { historyHandler, historySchema } from './links/history.ts';
import {
  inviteHandler,
  inviteSchema,
  withdrawHandler,
  withdrawSchema,
} from './members/invitations.ts';
import { ledgerHandler, ledgerSchema } from './links/ledger.ts';
import { listLinksHandler, listLinksSchema } from './links/list-links.ts';
import { getManagedLinkHandler, getManagedLinkSchema } from './links/managed-link.ts';
import { metadataHandler, metadataSchema } from './links/metadata.ts';
import { metadataVersionsHandler, metadataVersionsSchema } from './links/metadata-versions.ts';
import { previewPageHandler, previewPageSchema } from './apps/preview-page.ts';
import { listTagsHandler, listTagsSchema } from './links/tags.ts';
import {
  changeMemberHandler,
  changeMemberSchema,
  getMemberHandler,
  getMemberSchema,
  listMembersHandler,
  listMembersSchema,
  removeMemberHandler,
  removeMemberSchema,
} from './members/members.ts';
import {
  createTokenHandler,
  createTokenSchema,
  listTokensHandler,
  listTokensSchema,
  revokeTokenHandler,
  revokeTokenSchema,
} from './apps/tokens.ts';
import { tryTemplatesHandler, tryTemplatesSchema } from './apps/try-templates.ts';

/** What can be done with an app, and the role that it takes; a server token may do all of it. */
export function manageRoutes(
  server: FastifyInstance,
  ctx: Context,
  admit: Admission,
  lookUpTxt: TxtLookup,
): void {
  const to = (role: Role, schema: AppRouteSchema) => behind(admit.role(role), forApp(schema, role));
  const bodiless = (role: Role, schema: AppRouteSchema, handler: Answering) =>
    withoutBody(forApp(schema, role), handler, admit.role(role));

  const app = '/manage/v1/app';
  server.get(app, to('viewer', getAppSchema), getAppHandler(ctx));
  // What of it is for owners alone, its handler knows.
  server.patch(app, to('editor', changeAppSchema), changeAppHandler(ctx));
  server.post(`${app}/preview`, to('viewer', previewPageSchema), previewPageHandler(ctx));
  const hosts = '/manage/v1/hosts';
  server.get(hosts, to('viewer', listHostsSchema), listHostsHandler(ctx));
  server.post(
    `${hosts}/:host/check`,
    ...bodiless('owner', checkHostSchema, checkHostHandler(ctx, lookUpTxt)),
  );
  server.get('/manage/v1/doctor', to('viewer', doctorSchema), doctorHandler(ctx));
  const trial = '/manage/v1/templates/try';
  server.post(trial, to('viewer', tryTemplatesSchema), tryTemplatesHandler(ctx));
  server.get('/manage/v1/tags', to('viewer', listTagsSchema), listTagsHandler(ctx));
  server.get('/manage/v1/audit-log', to('viewer', auditLogSchema), auditLogHandler(ctx));

  const tokens = '/manage/v1/tokens';
  server.get(tokens, to('viewer', listTokensSchema), listTokensHandler(ctx));
  server.post(tokens, to('owner', createTokenSchema), createTokenHandler(ctx));
  server.delete(
    `${tokens}/:token_id`,
    ...bodiless('owner', revokeTokenSchema, revokeTokenHandler(ctx)),
  );

  const members = '/manage/v1/members';
  const member = `${members}/:member_id`;
  server.get(members, to('viewer', listMembersSchema), listMembersHandler(ctx));
  server.get(member, to('viewer', getMemberSchema), getMemberHandler(ctx));
  server.patch(member, to('owner', changeMemberSchema), changeMemberHandler(ctx));
  server.delete(member, ...bodiless('owner', removeMemberSchema, removeMemberHandler(ctx)));

  const invitations = '/manage/v1/invitations';
  server.post(invitations, to('owner', inviteSchema), inviteHandler(ctx));
  server.delete(
    `${invitations}/:invitation_id`,
    ...bodiless('owner', withdrawSchema, withdrawHandler(ctx)),
  );

  const links = '/manage/v1/smartlinks';
  server.get(links, to('viewer', listLinksSchema), listLinksHandler(ctx));
  server.post(links, to('editor', createManagedLinkSchema), createManagedLinkHandler(ctx));
  const link = `${links}/:code`;
  server.get(link, to('viewer', getManagedLinkSchema), getManagedLinkHandler(ctx));
  server.patch(link, to('editor', changeLinkSchema), changeLinkHandler(ctx));
  server.delete(link, ...bodiless('editor', deleteLinkSchema, deleteLinkHandler(ctx)));
  server.get(`${link}/explain`, to('viewer', explainSchema), explainHandler(ctx));
  server.get(`${link}/history`, to('viewer', historySchema), historyHandler(ctx));
  const metadata = `${link}/metadata`;
  server.get(metadata, to('viewer', metadataSchema), metadataHandler(ctx));
  server.get(
    `${metadata}/versions`,
    to('viewer', metadataVersionsSchema),
    metadataVersionsHandler(ctx),
  );
  server.get(`${link}/redemptions`, to('viewer', ledgerSchema), ledgerHandler(ctx));
  server.post(
    `${link}/redemptions/:redemption_id/give-back`,
    ...bodiless('editor', giveBackSchema, giveBackHandler(ctx)),
  );
}
