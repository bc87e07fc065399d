import { formatTime, formatTimeOrNull } from '../../domain/text/format-time.ts';
import {
  linkEvent,
  metadataMember,
  type NewLinkEvent,
  type WebhookEvent,
} from '../../domain/webhook/event.ts';
import { CREATED_POSITIONS as AT } from '../link-columns.ts';
import type { LinkInsert } from '../link-insert.ts';

/**
 * The event of a link that was just created, with all fields that the management API shows. Made of the values that are
 * bound to the insert, most of which are JSON text already: another document of the link would cost more than the rest
 * of the event. A create through the management API can set more fields and does not use this.
 */
export function createdLinkEvent(
  { appId, uniqueKey, createdAt, values }: LinkInsert,
  { id, smartlinkBase }: NewLinkEvent,
  code: string,
): WebhookEvent {
  const tags = values[AT.tags] as string;
  const validUntil = formatTimeOrNull(values[AT.validUntil] as number | null);
  const metadata = metadataMember(values[AT.metadata] as string | null);
  const link =
    `"code":"${code}","smartlink":${JSON.stringify(`${smartlinkBase}/${code}`)},"external_id":null,` +
    `"uri":${JSON.stringify(values[AT.uri])},"name":null,"note":null,"unique":${uniqueKey !== null},` +
    `"template":${JSON.stringify(values[AT.template])},"routes":${values[AT.routes]},` +
    `"rules":${values[AT.rules] ?? '[]'},"own_rules":false,"tags":${tags},"state":"active",` +
    `"restorable_until":null,"social":${values[AT.social] ?? 'null'},"valid_from":null,` +
    `"valid_until":${JSON.stringify(validUntil)},"early_url":null,` +
    `"expired_url":null,"redeem_limit":${values[AT.redeemLimit] ?? 'null'},"redemptions":0,` +
    `"created_at":"${formatTime(createdAt)}",${metadata}`;
  const data = `"actor":${JSON.stringify(values[AT.createdBy])},"link":{${link}}`;
  return { ...linkEvent({ id, appId, createdAt }, 'link.created', code, data), tags };
}
