import { languageTag } from '../../domain/click/language-tag.ts';
import { truncatedNetwork } from '../../domain/click/network.ts';
import { NO_RULE } from '../../domain/rule/active-rules.ts';
import { RULES_VERSION } from '../../platform/rules.ts';
import { explained, type Explanation } from '../../visit/explain.ts';
import { visitFacts, visitorClass, withCookie, type VisitHeaders } from '../../visit/facts.ts';
import { forwardedAnswer } from '../../visit/forwarded-answer.ts';
import type { Context } from '../context.ts';
import { simulateVisit } from './open-link.ts';
import { unknownToToken } from './unknown-to-token.ts';

export interface ExplainedVisit extends Explanation {
  readonly code: string;
  /** How the visitor was classified. */
  readonly visitor: string;
  /** The version of the rules that classify devices. */
  readonly rules: string;
  /** The rule of the link that applies, counted from 1; null: none. */
  readonly rule: number | null;
}

/** The headers of a visitor, by name. */
export type ExplainedHeaders = VisitHeaders & {
  readonly cookie?: string | undefined;
  readonly host?: string | undefined;
  readonly 'accept-language'?: string | undefined;
};

/** A visitor to explain. Omitted conditions are unknown. */
export interface ExplainedVisitor {
  readonly headers: ExplainedHeaders;
  /** The query of the visited address, with its question mark, or empty. */
  readonly query: string;
  /** Replaces the preferred language of the headers. */
  readonly language?: string | undefined;
  /** Replaces the country of the address. */
  readonly country?: string | undefined;
  /** An IP address; it determines country and percentile. */
  readonly address?: string | undefined;
  /** Replaces the percentile of the address. */
  readonly percentile?: number | undefined;
  readonly appVersion?: string | undefined;
  /** Milliseconds since 1970-01-01 UTC. Default: now. */
  readonly at?: number | undefined;
}

/**
 * Returns what a visitor gets, and why; counts and changes nothing. `appId`: only links of this app.
 * @throws `not_found`
 */
export async function explainVisit(
  ctx: Context,
  code: string,
  { headers, query, ...conditions }: ExplainedVisitor,
  appId?: string,
): Promise<ExplainedVisit> {
  const facts = withCookie(visitFacts(headers), headers.cookie);
  const host = headers.host ?? new URL(ctx.own().smartlinkBase).host;
  const source = {
    language: () => conditions.language ?? languageTag(headers['accept-language'] ?? ''),
    network: () => truncatedNetwork(conditions.address ?? ''),
    query: () => query,
    appVersion: conditions.appVersion ?? '',
    country: conditions.country,
    percentile: conditions.percentile,
  };
  const visit = { facts, host, code };
  const at = conditions.at ?? ctx.now();
  const { decision, app, rule } = await simulateVisit(ctx, visit, source, at);
  if (appId !== undefined && (app?.id !== appId || decision.kind === 'not-found')) unknownToToken();
  const forwards = app?.settings.forward_query !== false;
  const sent = forwards ? forwardedAnswer(decision, query) : decision;
  const answer = { ...sent, why: decision.why };
  const { why, ...rest } = explained(answer, facts, app?.stores ?? {}, query);
  return {
    code,
    visitor: visitorClass(facts),
    ...rest,
    why: sent === decision ? why : [...why, 'query parameters of the visit are added'],
    rules: RULES_VERSION,
    rule: rule === NO_RULE ? null : rule + 1,
  };
}
