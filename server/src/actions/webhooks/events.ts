import { randomBytes } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import { formatTime } from '../../domain/text/format-time.ts';
import { TOKEN_ALPHABET } from '../../domain/access/token.ts';
import { TIME_DIGITS, timeDigits } from '../../domain/webhook/time-digits.ts';
import {
  appEvent,
  linkEvent,
  MAX_METADATA_BYTES,
  metadataMember,
  type EventHead,
  type GrantEvents,
  type NewLinkEvent,
} from '../../domain/webhook/event.ts';
import type { Counts } from '../../domain/click/series.ts';
import type { EventType } from '../../domain/webhook/event-type.ts';
import { secretText, SECRET_BYTES } from '../../domain/webhook/signature.ts';
import type { LinkRow, RedeemRow, Transaction } from '../../storage/database.ts';
import type { StoredLink } from '../../storage/links.ts';
import { appendEvent } from '../../storage/webhooks/events.ts';
import type { Author, Context } from '../context.ts';
import { recentDirectoryOf } from '../directory.ts';
import { linkDocument } from '../documents/link-document.ts';

const randomPart = customAlphabet(TOKEN_ALPHABET, 22 - TIME_DIGITS);
/** Begins with the time, so that new ids are next to each other in the index. */
const newEventId = (at: number): string => `evt_${timeDigits(at)}${randomPart()}`;
export const newSecret = (): string => secretText(randomBytes(SECRET_BYTES));

/**
 * Whether a webhook of the app can get events of this type. Another instance may need a second to know a new
 * webhook.
 */
export async function wantsEvents(ctx: Context, appId: string, type: EventType): Promise<boolean> {
  return (await recentDirectoryOf(ctx)).wantsEvents(appId, type);
}

/**
 * The same in a transaction, which reads nothing else: on PostgreSQL that needs another connection, and all of them can
 * belong to transactions that wait for this one. What was read last is current, or about a second old.
 */
export function wantsEventsInTransaction(
  ctx: Context,
  appId: string,
  type: EventType,
): Promise<boolean> {
  const known = ctx.cache.directory;
  return known ? Promise.resolve(known.wantsEvents(appId, type)) : wantsEvents(ctx, appId, type);
}

export function headOf(ctx: Context, appId: string, createdAt = ctx.now()): EventHead {
  return { id: newEventId(createdAt), appId, createdAt };
}

/** The fields of a link in an event. */
type EventLink = Omit<StoredLink, 'createdBy' | 'version' | 'metadataVersion'>;

/** The JSON members of an event about a link: who caused it, and the link. */
function linkData(ctx: Context, actor: string | null, link: EventLink): string {
  const shown: Record<string, unknown> = linkDocument(ctx, link as StoredLink);
  // Left out of the text; a copy without them would cost more than the rest.
  shown['created_by'] = undefined;
  shown['validity'] = undefined;
  const document = `${JSON.stringify(shown).slice(0, -1)},${metadataMember(link.metadata)}}`;
  return `"actor":${JSON.stringify(actor)},"link":${document}`;
}

/** Adds an event about a link in the transaction of its change. `previous`: JSON text of the replaced values. */
export async function appendLinkEvent(
  ctx: Context,
  tx: Transaction,
  author: Author,
  type: EventType,
  link: EventLink,
  previous?: string,
): Promise<void> {
  if (!(await wantsEventsInTransaction(ctx, author.appId, type))) return;
  const before =
    previous === undefined || previous.length > MAX_METADATA_BYTES ? '' : `,"previous":${previous}`;
  const data = linkData(ctx, author.actor, link) + before;
  await appendEvent(tx, linkEvent(headOf(ctx, author.appId), type, link.code, data));
}

/** The same for what is not about a link. `data`: the members of the event. */
export async function appendAppEvent(
  ctx: Context,
  tx: Transaction,
  author: Author,
  type: EventType,
  data: object,
): Promise<void> {
  if (!(await wantsEventsInTransaction(ctx, author.appId, type))) return;
  const members = JSON.stringify({ actor: author.actor, ...data }).slice(1, -1);
  await appendEvent(tx, appEvent(headOf(ctx, author.appId), type, members));
}

/** The event of a link that `insertLink` creates; undefined: no webhook gets it. */
export async function newLinkEvent(
  ctx: Context,
  { appId, createdAt }: LinkRow,
): Promise<NewLinkEvent | undefined> {
  if (!(await wantsEvents(ctx, appId, 'link.created'))) return undefined;
  return { id: newEventId(createdAt), smartlinkBase: ctx.own().smartlinkBase };
}

/** The events of a redemption if it is granted; undefined: no webhook gets any. */
export async function newGrantEvents(
  ctx: Context,
  { appId, code, id, tokenId, createdAt }: RedeemRow,
): Promise<GrantEvents | undefined> {
  const directory = await recentDirectoryOf(ctx);
  const granted = directory.wantsEvents(appId, 'redemption.granted');
  const exhausted = directory.wantsEvents(appId, 'link.exhausted');
  if (!granted && !exhausted) return undefined;
  return {
    appId,
    createdAt,
    grantedId: granted ? newEventId(createdAt) : undefined,
    exhaustedId: exhausted ? newEventId(createdAt) : undefined,
    code,
    smartlink: `${ctx.own().smartlinkBase}/${code}`,
    redemptionId: id,
    actor: tokenId,
  };
}

/** An event about a link of which it has only the code and the address. `data`: further members. */
export function codeEvent(
  ctx: Context,
  appId: string,
  type: EventType,
  code: string,
  { actor, ...data }: { readonly actor?: string; readonly [member: string]: string | undefined },
) {
  const members = { actor, code, smartlink: `${ctx.own().smartlinkBase}/${code}`, ...data };
  return linkEvent(headOf(ctx, appId), type, code, JSON.stringify(members).slice(1, -1));
}

/** Adds the event of a redemption that was undone. */
export async function appendReversal(
  ctx: Context,
  tx: Transaction,
  { appId, actor }: Author,
  { code, redemptionId }: { readonly code: string; readonly redemptionId: string },
): Promise<void> {
  if (!(await wantsEventsInTransaction(ctx, appId, 'redemption.reversed'))) return;
  const data = { actor, redemption_id: redemptionId };
  await appendEvent(tx, codeEvent(ctx, appId, 'redemption.reversed', code, data));
}

/** Adds the event with the clicks of an app between two times. */
export async function appendSummary(
  ctx: Context,
  tx: Transaction,
  appId: string,
  { from, to, counts, lifetime }: Summary,
): Promise<void> {
  const period = { from: formatTime(from), to: formatTime(to) };
  const data = JSON.stringify({ ...period, ...counts, lifetime }).slice(1, -1);
  const event = appEvent(headOf(ctx, appId), 'clicks.summary', data);
  // One that cannot be delivered must not delay events about the app.
  await appendEvent(tx, { ...event, subject: 'clicks' });
}

/** Clicks between two times, in milliseconds since 1970-01-01 UTC. */
interface Summary {
  readonly from: number;
  readonly to: number;
  readonly counts: Counts;
  readonly lifetime: Counts;
}

/** Adds the event of a link that has expired. */
export async function appendExpiry(
  ctx: Context,
  tx: Transaction,
  {
    appId,
    code,
    validUntil,
  }: { readonly appId: string; readonly code: string; readonly validUntil: number },
): Promise<void> {
  const data = { valid_until: formatTime(validUntil) };
  await appendEvent(tx, codeEvent(ctx, appId, 'link.expired', code, data));
}
