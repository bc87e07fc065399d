import { formatTime } from '../text/format-time.ts';
import type { EventType, TEST_EVENT } from './event-type.ts';

/** An event as it is stored and sent. `createdAt`: milliseconds since 1970-01-01 UTC. */
export interface WebhookEvent {
  /** `evt_…`: the `webhook-id` of every attempt. */
  readonly id: string;
  readonly appId: string;
  readonly type: EventType | typeof TEST_EVENT;
  /** Events with the same subject are sent one after the other. */
  readonly subject: string;
  /** The link of the event, whose tags decide which webhooks get it; null: none. */
  readonly code: string | null;
  /** These tags, as JSON text, if they are known before the event is stored. */
  readonly tags?: string;
  /** The body of the request: JSON text. */
  readonly payload: string;
  readonly createdAt: number;
}

/** Which event of which app, and when. */
export type EventHead = Pick<WebhookEvent, 'id' | 'appId' | 'createdAt'>;

/** An event about a link. `data`: its members besides the app, as JSON text such as `"code":"a"`. */
export function linkEvent(
  head: EventHead,
  type: EventType,
  code: string,
  data: string,
): WebhookEvent {
  const payload = payloadOf(head, type, data);
  return { ...head, type, subject: `smartlink:${code}`, code, payload };
}

export function appEvent(head: EventHead, type: EventType, data: string): WebhookEvent {
  return { ...head, type, subject: 'app', code: null, payload: payloadOf(head, type, data) };
}

/** The body of a request, as Standard Webhooks 1.0.0 names its members. */
export function payloadOf(
  { appId, createdAt }: Omit<EventHead, 'id'>,
  type: WebhookEvent['type'],
  data: string,
): string {
  return `{"type":"${type}","timestamp":"${formatTime(createdAt)}","data":{"app_id":${JSON.stringify(appId)}${data === '' ? '' : `,${data}`}}}`;
}

/** The event of a link that is created: what its row does not say. */
export interface NewLinkEvent {
  readonly id: string;
  /** What the address of a link begins with. */
  readonly smartlinkBase: string;
}

/** Payloads with more than this have no metadata; Standard Webhooks recommends at most 20 KB. */
export const MAX_METADATA_BYTES = 12 * 1024;

/** The last member of a link in an event. `metadata`: JSON text. */
export function metadataMember(metadata: string | null): string {
  const omitted = metadata !== null && Buffer.byteLength(metadata) > MAX_METADATA_BYTES;
  return omitted ? '"metadata_omitted":true' : `"metadata":${metadata ?? 'null'}`;
}

/** The events of a redemption, whose number is known when it is granted. */
export interface GrantEvents extends Omit<EventHead, 'id'> {
  /** Undefined: no webhook gets this event. */
  readonly grantedId: string | undefined;
  readonly exhaustedId: string | undefined;
  readonly code: string;
  /** The address of the link. */
  readonly smartlink: string;
  readonly redemptionId: string;
  /** The id of the token. */
  readonly actor: string;
}

/** The events of a granted redemption: that it was granted, and that it was the last one. */
export function grantEvents(
  { grantedId, exhaustedId, redemptionId, smartlink, actor, ...head }: GrantEvents,
  redemptions: number,
  redeemLimit: number | null,
): WebhookEvent[] {
  const { code, appId, createdAt } = head;
  const link = `"code":"${code}","smartlink":${JSON.stringify(smartlink)}`;
  const counts = `"redemptions":${redemptions},"redeem_limit":${redeemLimit ?? 'null'}`;
  const events: WebhookEvent[] = [];
  if (grantedId !== undefined) {
    const data = `"actor":"${actor}",${link},"redemption_id":"${redemptionId}",${counts}`;
    const granted = { id: grantedId, appId, createdAt };
    events.push(linkEvent(granted, 'redemption.granted', code, data));
  }
  if (exhaustedId !== undefined && redemptions === redeemLimit) {
    const exhausted = { id: exhaustedId, appId, createdAt };
    events.push(linkEvent(exhausted, 'link.exhausted', code, `${link},${counts}`));
  }
  return events;
}
