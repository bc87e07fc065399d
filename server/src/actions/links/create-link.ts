import { hash } from 'node:crypto';
import { canonicalJson, type JsonText } from '../../domain/json.ts';
import { parseLinkRequest } from '../../domain/link.ts';
import { fail, refuse } from '../../problem.ts';
import { rulesOf, type Context } from '../context.ts';

export interface CreatedLink {
  readonly code: string;
  /** `{smartlink_base}/<code>` */
  readonly address: string;
  /** False when `unique` found the link that was there. */
  readonly created: boolean;
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
  const inserted = await ctx.db.insertLink({
    appId,
    uri: link.uri,
    uniqueKey: link.unique ? hash('sha256', link.uri, 'base64url') : null,
    routes: JSON.stringify(link.routes),
    overrides: link.overrides ? JSON.stringify(link.overrides) : null,
    template: link.template ?? null,
    metadata: link.metadata ?? null,
    redeemLimit: link.redeemLimit ?? null,
    createdAt: ctx.now(),
    createdBy: tokenId,
    once: idempotencyKey === undefined ? undefined : onceOnly(idempotencyKey, json),
  });
  if (inserted.outcome === 'key-reused') {
    fail('idempotency_key_reused', 'This Idempotency-Key came before, with another body.');
  }
  if (inserted.outcome === 'exhausted') {
    fail('codes_exhausted', 'No free code was found: nearly all codes of this length are taken.');
  }
  return {
    code: inserted.code,
    address: `${own.smartlinkBase}/${inserted.code}`,
    created: inserted.outcome === 'created',
  };
}

function onceOnly(key: string, json: JsonText) {
  return { key, bodyDigest: hash('sha256', canonicalJson(json.value), 'base64url') };
}
