import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import type { requireToken } from '../auth.ts';
import { withoutBody } from '../without-body.ts';
import { changeAppHandler, changeAppSchema, getAppHandler, getAppSchema } from './app.ts';
import { auditLogHandler, auditLogSchema } from './audit-log.ts';
import { changeLinkHandler, changeLinkSchema } from './change-link.ts';
import { createManagedLinkHandler, createManagedLinkSchema } from './create-link.ts';
import { deleteLinkHandler, deleteLinkSchema } from './delete-link.ts';
import { doctorHandler, doctorSchema } from './doctor.ts';
import { explainHandler, explainSchema } from './explain.ts';
import { giveBackHandler, giveBackSchema } from './give-back.ts';
import { historyHandler, historySchema } from './history.ts';
import { ledgerHandler, ledgerSchema } from './ledger.ts';
import { listLinksHandler, listLinksSchema } from './list-links.ts';
import { getManagedLinkHandler, getManagedLinkSchema } from './managed-link.ts';
import { metadataHandler, metadataSchema } from './metadata.ts';
import { metadataVersionsHandler, metadataVersionsSchema } from './metadata-versions.ts';
import { previewPageHandler, previewPageSchema } from './preview-page.ts';
import { listTagsHandler, listTagsSchema } from './tags.ts';
import {
  createTokenHandler,
  createTokenSchema,
  listTokensHandler,
  listTokensSchema,
  revokeTokenHandler,
  revokeTokenSchema,
} from './tokens.ts';
import { tryTemplatesHandler, tryTemplatesSchema } from './try-templates.ts';

/** What server tokens can do with their own app. */
export function manageRoutes(
  server: FastifyInstance,
  ctx: Context,
  serverToken: ReturnType<typeof requireToken>,
): void {
  const manage = (schema: object) => ({ schema, onRequest: serverToken });
  server.get('/manage/v1/app', manage(getAppSchema), getAppHandler(ctx));
  server.patch('/manage/v1/app', manage(changeAppSchema), changeAppHandler(ctx));
  server.post('/manage/v1/app/preview', manage(previewPageSchema), previewPageHandler(ctx));
  server.get('/manage/v1/doctor', manage(doctorSchema), doctorHandler(ctx));
  server.post('/manage/v1/templates/try', manage(tryTemplatesSchema), tryTemplatesHandler(ctx));
  server.get('/manage/v1/tags', manage(listTagsSchema), listTagsHandler(ctx));
  server.get('/manage/v1/audit-log', manage(auditLogSchema), auditLogHandler(ctx));

  const tokens = '/manage/v1/tokens';
  server.get(tokens, manage(listTokensSchema), listTokensHandler(ctx));
  server.post(tokens, manage(createTokenSchema), createTokenHandler(ctx));
  server.delete(
    `${tokens}/:token_id`,
    ...withoutBody(revokeTokenSchema, revokeTokenHandler(ctx), serverToken),
  );

  const links = '/manage/v1/smartlinks';
  server.get(links, manage(listLinksSchema), listLinksHandler(ctx));
  server.post(links, manage(createManagedLinkSchema), createManagedLinkHandler(ctx));
  const link = `${links}/:code`;
  server.get(link, manage(getManagedLinkSchema), getManagedLinkHandler(ctx));
  server.patch(link, manage(changeLinkSchema), changeLinkHandler(ctx));
  server.delete(link, ...withoutBody(deleteLinkSchema, deleteLinkHandler(ctx), serverToken));
  server.get(`${link}/explain`, manage(explainSchema), explainHandler(ctx));
  server.get(`${link}/history`, manage(historySchema), historyHandler(ctx));
  server.get(`${link}/metadata`, manage(metadataSchema), metadataHandler(ctx));
  server.get(
    `${link}/metadata/versions`,
    manage(metadataVersionsSchema),
    metadataVersionsHandler(ctx),
  );
  server.get(`${link}/redemptions`, manage(ledgerSchema), ledgerHandler(ctx));
  server.post(
    `${link}/redemptions/:redemption_id/give-back`,
    ...withoutBody(giveBackSchema, giveBackHandler(ctx), serverToken),
  );
}
