import { isCode } from '../../domain/link/code.ts';
import { routesForToken, type Route } from '../../domain/link/route.ts';
import { matchRules, ruledRoutes } from '../../domain/rule/rule-match.ts';
import { assertUsable } from './assert-usable.ts';
import { findLinkView } from '../../storage/links.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../../domain/access/token.ts';
import { unknownToToken } from './unknown-to-token.ts';
import { conditionsFor, type ConditionSource } from './visitor-conditions.ts';

export interface ResolvedLink {
  readonly code: string;
  /** The route for the platform of the token; null if there is none. */
  readonly route: Route | null;
}

/**
 * Returns the route of a link on the platform of a token, by the rules of the link.
 * @throws `not_found`, `gone`, `expired`, `too_early`
 */
export async function resolveLink(
  ctx: Context,
  { appId, platform }: Pick<Actor, 'appId' | 'platform'>,
  code: string,
  source: ConditionSource,
): Promise<ResolvedLink> {
  const link = isCode(code) ? await findLinkView(ctx.db, code) : undefined;
  if (link?.appId !== appId) unknownToToken();
  const now = ctx.now();
  assertUsable(link, now);
  const rules = link.rules ?? [];
  const conditions = rules.length > 0 && (await conditionsFor(ctx, code, rules, source, now));
  const routes = conditions
    ? ruledRoutes(link.routes, matchRules(rules, conditions).routes)
    : link.routes;
  const [route = null] = Object.values(routesForToken(routes, platform));
  return { code, route };
}
