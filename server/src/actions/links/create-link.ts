import { hash } from 'node:crypto';
import { newLink, type LinkDraft, type NewLink } from '../../domain/link/link.ts';
import { hasNoDestination } from '../../domain/link/route.ts';
import { defaultValidUntil } from '../../domain/link/validity.ts';
import type { Actor } from '../../domain/access/token.ts';
import { fail, refuse } from '../../problem.ts';
import type { LinkRow } from '../../storage/database.ts';
import { rulesOf, type Context } from '../context.ts';
import { newLinkEvent } from '../webhooks/new-link-event.ts';

/** What an `Idempotency-Key` identifies. */
export interface Once {
  /** 1 to 255 characters. */
  readonly key: string;
  /** Equal for equal bodies. */
  readonly bodyDigest: string;
}

export interface CreatedLink {
  readonly code: string;
  /** `{smartlink_base}/<code>` */
  readonly address: string;
  /** False if `unique` found an existing link. */
  readonly created: boolean;
  /** None of its routes is an address: every visitor gets a page that says so. */
  readonly hasNoDestination: boolean;
}

/**
 * Creates a smart link for an app, or finds the one that `unique` refers to. Resolves when it is durable.
 * With `once`, the same request returns the first result again for a day. The settings of the app limit what
 * a platform token creates, and neither `unique` nor a key connects its links with other links.
 * @throws `validation_failed` with all errors, `platform_creates_off`, `link_quota_reached`,
 * `idempotency_key_reused`, `codes_exhausted`, `store_unavailable`
 */
export async function createLink(
  ctx: Context,
  actor: Actor,
  draft: LinkDraft,
  once?: Once,
): Promise<CreatedLink> {
  const { appId } = actor;
  const rules = ctx.cache.rules.get(appId) ?? (await rulesOf(ctx, appId));
  const own = ctx.own();
  const platform = actor.platform !== undefined;
  if (platform && rules.platformTokens.create === 'off') fail('platform_creates_off', CREATES_OFF);
  const caller = platform ? { targets: rules.targetsOfPlatformTokens } : undefined;
  const parsed = newLink(draft, rules, own, caller);
  if ('issues' in parsed) refuse(parsed.issues);
  const { link } = parsed;
  const drafted = rowOf(link, actor, ctx.now(), once);
  const event = await newLinkEvent(ctx, drafted);
  const row = event ? { ...drafted, event } : drafted;
  const maxLinks = rules.platformTokens.max_links;
  const inserted = await ctx.db.insertLink(platform ? { ...row, platform: { maxLinks } } : row);
  if (inserted.outcome === 'key-reused') keyReused();
  if (inserted.outcome === 'quota-reached') {
    const detail = `The platform tokens of the app have reached their link limit (${maxLinks}).`;
    fail('link_quota_reached', detail);
  }
  if (inserted.outcome === 'exhausted') codesExhausted();
  return {
    code: inserted.code,
    address: `${own.smartlinkBase}/${inserted.code}`,
    created: inserted.outcome === 'created',
    hasNoDestination: hasNoDestination(link.routes),
  };
}

/** The row of a link. */
export function rowOf(
  link: NewLink,
  { appId, id, platform }: Actor,
  now: number,
  once: Once | undefined,
): LinkRow {
  return {
    appId,
    uri: link.uri,
    uniqueKey: link.unique ? uniqueKeyOf(link.uri, platform !== undefined) : null,
    routes: link.routes,
    overrides: link.overrides ?? null,
    template: link.template ?? null,
    rules: link.rules ?? null,
    metadata: link.metadata ?? null,
    redeemLimit: link.redeemLimit ?? null,
    validUntil: defaultValidUntil(link.validForSeconds, null, now),
    createdAt: now,
    createdBy: id,
    once: once && platform !== undefined ? { ...once, key: ` ${once.key}` } : once,
  };
}

/**
 * The key by which a unique link is found. Platform tokens are public, so their links have separate keys: no
 * digest begins with the prefix, and no `Idempotency-Key` with the space that their keys get.
 */
export function uniqueKeyOf(uri: string, platform: boolean): string {
  const digest = hash('sha256', uri, 'base64url');
  return platform ? `platform:${digest}` : digest;
}

const CREATES_OFF =
  'The app lets only server tokens and its members create links. An owner can change this: platform_tokens.create.';

export function keyReused(): never {
  fail('idempotency_key_reused', 'This Idempotency-Key was used with another body.');
}

export function codesExhausted(): never {
  fail('codes_exhausted', 'No free code was found: nearly all codes of this length are taken.');
}
