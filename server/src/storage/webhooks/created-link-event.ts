import { formatTime, formatTimeOrNull } from '../../domain/text/format-time.ts';
import {
  linkEvent,
  metadataMember,
  type NewLinkEvent,
  type WebhookEvent,
} from '../../domain/webhook/event.ts';
import { CREATED_FIELDS, type CreatedField, type SqlValue } from '../link-columns.ts';
import type { LinkInsert } from '../link-insert.ts';

const POSITIONS = new Map<CreatedField, number>(CREATED_FIELDS.map((field, at) => [field, at]));

/** Reads one bound value. The position is found once. */
function reader<Value extends SqlValue>(field: CreatedField) {
  const at = POSITIONS.get(field) ?? 0;
  return (values: LinkInsert['values']): Value => values[at] as Value;
}

const uriOf = reader<string>('uri');
const uniqueKeyOf = reader<string | null>('uniqueKey');
const templateOf = reader<string | null>('template');
const routesOf = reader<string>('routes');
const rulesOf = reader<string | null>('rules');
const tagsOf = reader<string>('tags');
const socialOf = reader<string | null>('social');
const validUntilOf = reader<number | null>('validUntil');
const redeemLimitOf = reader<number | null>('redeemLimit');
const metadataOf = reader<string | null>('metadata');
const createdByOf = reader<string | null>('createdBy');

/**
 * The event of a link that was just created, with all fields that the management API shows. Made of the values that are
 * bound to the insert, most of which are JSON text already: another document of the link would cost more than the rest
 * of the event. A create through the management API can set more fields and does not use this.
 */
export function createdLinkEvent(
  { appId, createdAt, values }: LinkInsert,
  { id, smartlinkBase }: NewLinkEvent,
  code: string,
): WebhookEvent {
  const uri = uriOf(values);
  const tags = tagsOf(values);
  const link =
    `"code":"${code}","smartlink":${JSON.stringify(`${smartlinkBase}/${code}`)},"external_id":null,` +
    `"uri":${JSON.stringify(uri)},"name":null,"note":null,"unique":${uniqueKeyOf(values) !== null},` +
    `"template":${JSON.stringify(templateOf(values))},"routes":${routesOf(values)},` +
    `"rules":${rulesOf(values) ?? '[]'},"own_rules":false,"tags":${tags},"state":"active",` +
    `"restorable_until":null,"social":${socialOf(values) ?? 'null'},"valid_from":null,` +
    `"valid_until":${JSON.stringify(formatTimeOrNull(validUntilOf(values)))},"early_url":null,` +
    `"expired_url":null,"redeem_limit":${redeemLimitOf(values) ?? 'null'},"redemptions":0,` +
    `"created_at":"${formatTime(createdAt)}",${metadataMember(metadataOf(values))}`;
  const data = `"actor":${JSON.stringify(createdByOf(values))},"link":{${link}}`;
  return { ...linkEvent({ id, appId, createdAt }, 'link.created', code, data), tags };
}
