import { hash } from 'node:crypto';
import { newLink, type LinkDraft, type NewLink } from '../../domain/link/link.ts';
import { hasNoDestination } from '../../domain/link/route.ts';
import { defaultValidUntil } from '../../domain/link/validity.ts';
import type { Actor } from '../../domain/access/token.ts';
import { fail, refuse } from '../../problem.ts';
import type { LinkRow, Reader } from '../../storage/database.ts';
import { findAnswer } from '../../storage/idempotency-keys.ts';
import { findUniqueCode } from '../../storage/links.ts';
import { rulesOf, type Context } from '../context.ts';
import { newLinkEvent } from '../webhooks/events.ts';

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
  const isOff = platform && rules.platformTokens.create === 'off';
  const caller = platform ? { targets: rules.targetsOfPlatformTokens } : undefined;
  const parsed = newLink(draft, rules, own, caller);
  if (isOff || 'issues' in parsed) {
    const first =
      (await firstAnswer(ctx, actor, once)) ??
      (isOff ? undefined : await uniqueAnswer(ctx.db, actor, draft));
    if (first) {
      const address = `${own.smartlinkBase}/${first.code}`;
      return { ...first, address, hasNoDestination: false };
    }
    if (isOff) fail('platform_creates_off', CREATES_OFF);
  }
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
    once: once && { ...once, key: keyOf(once, platform !== undefined) },
  };
}

/** The keys of platform tokens, which are public, are separate from those of others. */
function keyOf({ key }: Once, platform: boolean): string {
  return platform ? ` ${key}` : key;
}

/**
 * The first answer to the same request with a key. It is given again, even if the settings of the app have changed so that
 * a new request would be refused.
 */
export async function firstAnswer(
  ctx: Context,
  { appId, platform }: Pick<Actor, 'appId' | 'platform'>,
  once: Once | undefined,
): Promise<{ readonly code: string; readonly created: boolean } | undefined> {
  if (!once) return undefined;
  const key = keyOf(once, platform !== undefined);
  const answer = await findAnswer(ctx.db, appId, key, ctx.now());
  if (answer?.bodyDigest !== once.bodyDigest) return undefined;
  return { code: answer.code, created: answer.created };
}

/**
 * The unique link of the URI of a request that is valid by itself. It is returned even if the settings of the app have changed
 * so that a new link would be refused.
 */
export async function uniqueAnswer(
  db: Reader,
  { appId, platform }: Pick<Actor, 'appId' | 'platform'>,
  { uri, unique, issues }: LinkDraft,
): Promise<{ readonly code: string; readonly created: boolean } | undefined> {
  if (!unique || !uri || issues.length > 0) return undefined;
  const key = uniqueKeyOf(uri.text, platform !== undefined);
  const code = await findUniqueCode(db, appId, key);
  return code === undefined ? undefined : { code, created: false };
}

/**
 * The key by which a unique link is found. Platform tokens are public, so their links have separate keys: no
 * digest begins with the prefix, and no `Idempotency-Key` with the space that `keyOf` adds.
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
