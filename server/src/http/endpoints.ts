import { getClientAppEndpoint } from './client/get-app.ts';
import { redeemEndpoint } from './client/redeem.ts';
import { reportOpenEndpoint } from './client/report-open.ts';
import { resolveLinkEndpoint } from './client/resolve-link.ts';
import type { Endpoint } from './endpoint.ts';
import { changeAppEndpoint, getAppEndpoint } from './manage/apps/app.ts';
import { createAppEndpoint, listAppsEndpoint } from './manage/apps/apps.ts';
import { auditLogEndpoint } from './manage/apps/audit-log.ts';
import { doctorEndpoint } from './manage/apps/doctor.ts';
import { checkHostEndpoint, listHostsEndpoint } from './manage/apps/hosts.ts';
import { previewPageEndpoint } from './manage/apps/preview-page.ts';
import { expiringLinksEndpoint } from './manage/links/expiring-links.ts';
import { setupProgressEndpoint } from './manage/apps/setup-progress.ts';
import {
  createTokenEndpoint,
  listTokensEndpoint,
  revokeTokenEndpoint,
} from './manage/apps/tokens.ts';
import { tryMetadataSchemaEndpoint } from './manage/apps/try-metadata-schema.ts';
import { tryTemplatesEndpoint } from './manage/apps/try-templates.ts';
import { exportClicksEndpoint } from './manage/clicks/export.ts';
import { clickMarksEndpoint } from './manage/clicks/marks.ts';
import { appClicksEndpoint, linkClicksEndpoint } from './manage/clicks/report.ts';
import { clickSettingsEndpoint } from './manage/clicks/settings.ts';
import { clickStreamEndpoint } from './manage/clicks/stream.ts';
import { topTagsEndpoint, topTemplatesEndpoint } from './manage/clicks/top-groups.ts';
import { topLinksEndpoint } from './manage/clicks/top-links.ts';
import { changeLinkEndpoint } from './manage/links/change-link.ts';
import { changeLinksEndpoint } from './manage/links/change-links.ts';
import { createLinksEndpoint } from './manage/links/create-links.ts';
import { exportLinksEndpoint } from './manage/links/export-links.ts';
import { upsertLinkEndpoint } from './manage/links/upsert-link.ts';
import { createManagedLinkEndpoint } from './manage/links/create-link.ts';
import { deleteLinkEndpoint } from './manage/links/delete-link.ts';
import { restoreLinkEndpoint } from './manage/links/restore-link.ts';
import { explainEndpoint } from './manage/links/explain.ts';
import { fetchSocialEndpoint } from './manage/links/fetch-social.ts';
import { giveBackEndpoint } from './manage/links/give-back.ts';
import { historyEndpoint } from './manage/links/history.ts';
import { ledgerEndpoint } from './manage/links/ledger.ts';
import { listLinksEndpoint } from './manage/links/list-links.ts';
import { getManagedLinkEndpoint } from './manage/links/managed-link.ts';
import { metadataVersionsEndpoint } from './manage/links/metadata-versions.ts';
import { metadataEndpoint } from './manage/links/metadata.ts';
import {
  changeSavedFiltersEndpoint,
  listSavedFiltersEndpoint,
} from './manage/links/saved-filters.ts';
import { listTagsEndpoint } from './manage/links/tags.ts';
import {
  acceptInvitationEndpoint,
  inviteEndpoint,
  lookUpInvitationEndpoint,
  withdrawInvitationEndpoint,
} from './manage/members/invitations.ts';
import { joinAtProviderEndpoint } from './manage/members/join-at-provider.ts';
import {
  changeMemberEndpoint,
  getMemberEndpoint,
  leaveAppEndpoint,
  listMembersEndpoint,
  removeMemberEndpoint,
} from './manage/members/members.ts';
import { changeMeEndpoint, getMeEndpoint } from './manage/sessions/me.ts';
import { endSessionEndpoint, listSessionsEndpoint } from './manage/sessions/sessions.ts';
import { beginOidcEndpoint, endOidcEndpoint } from './manage/sessions/sign-in-oidc.ts';
import { signInEndpoint, signInWaysEndpoint, signOutEndpoint } from './manage/sessions/sign-in.ts';
import {
  getDeliveryEndpoint,
  listDeliveriesEndpoint,
  replayDeliveryEndpoint,
  replaySinceEndpoint,
  testWebhookEndpoint,
} from './manage/webhooks/deliveries.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhooksEndpoint,
  rotateSecretEndpoint,
} from './manage/webhooks/webhooks.ts';
import { liveEndpoint, readyEndpoint } from './operate/health.ts';
import { createLinkEndpoint } from './v2/create-link.ts';
import { getLinkEndpoint } from './v2/get-link.ts';

/** Every endpoint of the API, in the order of the OpenAPI document. */
export const ENDPOINTS: readonly Endpoint[] = [
  createLinkEndpoint,
  getLinkEndpoint,

  redeemEndpoint,
  reportOpenEndpoint,
  resolveLinkEndpoint,
  getClientAppEndpoint,

  signInWaysEndpoint,
  signInEndpoint,
  beginOidcEndpoint,
  joinAtProviderEndpoint,
  endOidcEndpoint,
  signOutEndpoint,
  lookUpInvitationEndpoint,
  acceptInvitationEndpoint,
  getMeEndpoint,
  changeMeEndpoint,
  listSessionsEndpoint,
  endSessionEndpoint,
  listAppsEndpoint,
  createAppEndpoint,

  getAppEndpoint,
  changeAppEndpoint,
  previewPageEndpoint,
  listHostsEndpoint,
  checkHostEndpoint,
  doctorEndpoint,
  setupProgressEndpoint,
  expiringLinksEndpoint,
  tryTemplatesEndpoint,
  tryMetadataSchemaEndpoint,
  listTagsEndpoint,
  listSavedFiltersEndpoint,
  changeSavedFiltersEndpoint,
  auditLogEndpoint,
  listTokensEndpoint,
  createTokenEndpoint,
  revokeTokenEndpoint,
  listMembersEndpoint,
  getMemberEndpoint,
  changeMemberEndpoint,
  removeMemberEndpoint,
  leaveAppEndpoint,
  inviteEndpoint,
  withdrawInvitationEndpoint,
  listLinksEndpoint,
  createManagedLinkEndpoint,
  changeLinksEndpoint,
  fetchSocialEndpoint,
  upsertLinkEndpoint,
  createLinksEndpoint,
  exportLinksEndpoint,
  getManagedLinkEndpoint,
  changeLinkEndpoint,
  deleteLinkEndpoint,
  restoreLinkEndpoint,
  explainEndpoint,
  historyEndpoint,
  metadataEndpoint,
  metadataVersionsEndpoint,
  ledgerEndpoint,
  giveBackEndpoint,
  appClicksEndpoint,
  linkClicksEndpoint,
  topLinksEndpoint,
  clickMarksEndpoint,
  topTagsEndpoint,
  topTemplatesEndpoint,
  clickSettingsEndpoint,
  exportClicksEndpoint,
  clickStreamEndpoint,
  listWebhooksEndpoint,
  createWebhookEndpoint,
  getWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateSecretEndpoint,
  testWebhookEndpoint,
  replaySinceEndpoint,
  listDeliveriesEndpoint,
  getDeliveryEndpoint,
  replayDeliveryEndpoint,

  liveEndpoint,
  readyEndpoint,
];
