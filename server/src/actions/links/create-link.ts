import { hash } from 'node:crypto';
import { canonicalJson, type JsonText } from '../../domain/json.ts';
import { parseLinkRequest, type NewLink } from '../../domain/link.ts';
import { leadsNowhere } from '../../domain/route.ts';
import { fail, refuse } from '../../problem.ts';
import type { LinkRow } from '../../storage/database.ts';
import { rulesOf, type Context } from '../context.ts';

export interface CreatedLink {
  readonly code: string;
  /** `{smartlink_base}/<code>` */
  readonly address: string;
  /** False when `unique` found the link that was there. */
  readonly created: boolean;
  /** None of its routes is an address: every visitor gets the page that says so. */
  readonly leadsNowhere: boolean;
}

/**
 * Makes a smart link for an app, or finds the one that `unique` asks for. Returns once it is
 * durable. With an `idempotencyKey` (1–255 characters, known for a day) the same request again gets
 * the first outcome. Fails with `validation_failed` and all faults, `idempotency_key_reused`,
 * `codes_exhausted`, `store_unavailable`.
 */
export async function createLink(
  ctx: Context,
  appId: string,
  tokenId: string | null,
  json: JsonText,
  idempotencyKey?: string,
): Promise<CreatedLink> {
  const rules = ctx.memory.rules.get(appId) ?? (await rulesOf(ctx, appId));
  const own = ctx.own();
  const parsed = parseLinkRequest(json, rules, own);
  if ('faults' in parsed) refuse(parsed.faults);
  const { link } = parsed;
  const row = rowOf(link, { appId, tokenId, now: ctx.now() }, json, idempotencyKey);
  const inserted = await ctx.db.insertLink(row);
  if (inserted.outcome === 'key-reused') keyReused();
  if (inserted.outcome === 'exhausted') codesExhausted();
  return {
    code: inserted.code,
    address: `${own.smartlinkBase}/${inserted.code}`,
    created: inserted.outcome === 'created',
    leadsNowhere: leadsNowhere(link.routes),
  };
}

/** A link as it is stored; `json` is the body of the request that its key stands for. */
export function rowOf(
  link: NewLink,
  by: { readonly appId: string; readonly tokenId: string | null; readonly now: number },
  json: JsonText,
  idempotencyKey: string | undefined,
): LinkRow {
  return {
    appId: by.appId,
    uri: link.uri,
    uniqueKey: link.unique ? uniqueKeyOf(link.uri) : null,
    routes: JSON.stringify(link.routes),
    overrides: link.overrides ? JSON.stringify(link.overrides) : null,
    template: link.template ?? null,
    metadata: link.metadata ?? null,
    redeemLimit: link.redeemLimit ?? null,
    createdAt: by.now,
    createdBy: by.tokenId,
    once: idempotencyKey === undefined ? undefined : onceOnly(idempotencyKey, json),
  };
}

/** What a unique link is found by. */
export function uniqueKeyOf(uri: string): string {
  return hash('sha256', uri, 'base64url');
}

function onceOnly(key: string, json: JsonText) {
  return { key, bodyDigest: hash('sha256', canonicalJson(json.value), 'base64url') };
}

export function keyReused(): never {
  fail('idempotency_key_reused', 'This Idempotency-Key came before, with another body.');
}

export function codesExhausted(): never {
  fail('codes_exhausted', 'No free code was found: nearly all codes of this length are taken.');
}
