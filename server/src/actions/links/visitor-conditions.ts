import { percentileOf } from '../../domain/rule/percentile.ts';
import { conditionKinds, type ConditionKind } from '../../domain/rule/conditions.ts';
import type { LinkRule } from '../../domain/rule/link-rule.ts';
import { queryOfVisit, type VisitorConditions } from '../../domain/rule/visitor-conditions.ts';
import type { Context } from '../context.ts';

/** What a request says about the conditions of rules. Each value is read only if a rule needs it. */
export interface ConditionSource {
  /** The preferred language, such as `pt-BR`; '' if unknown. */
  readonly language: () => string;
  /** See `truncatedNetwork`; '' if unknown. */
  readonly network: () => string;
  /** The query of the visit. */
  readonly query: () => string;
  /** '' in a browser. */
  readonly appVersion: string;
  /** Replace what follows from the network. */
  readonly country?: string | undefined;
  readonly percentile?: number | undefined;
}

const NO_QUERY = new URLSearchParams();

/** The conditions of these kinds. Countries are looked up in memory. */
export function visitorConditions(
  ctx: Context,
  code: string,
  kinds: ReadonlySet<ConditionKind>,
  source: ConditionSource,
  at: number,
): VisitorConditions {
  const isNetworkNeeded = kinds.has('country') || kinds.has('percent');
  const network = isNetworkNeeded ? source.network() : '';
  return {
    at,
    language: kinds.has('language') ? source.language() : '',
    country: kinds.has('country')
      ? (source.country ?? ctx.countries?.countryOf(network, ctx.now()) ?? '')
      : '',
    percentile: kinds.has('percent')
      ? (source.percentile ?? (network === '' ? undefined : percentileOf(network, at, code)))
      : undefined,
    query: kinds.has('query') ? queryOfVisit(source.query()) : NO_QUERY,
    appVersion: source.appVersion,
  };
}

/** The same for all rules of a link. Waits until the countries are in memory, if a rule needs them. */
export async function conditionsFor(
  ctx: Context,
  code: string,
  rules: readonly LinkRule[],
  source: ConditionSource,
  at: number,
): Promise<VisitorConditions> {
  const kinds = new Set(rules.flatMap(({ when }) => conditionKinds(when)));
  if (kinds.has('country') && source.country === undefined) await ctx.countries?.ready(ctx.now());
  return visitorConditions(ctx, code, kinds, source, at);
}
