import { languageTag } from '../../domain/click/language-tag.ts';
import { truncatedNetwork } from '../../domain/click/network.ts';
import { isCode } from '../../domain/link/code.ts';
import { NO_RULE } from '../../domain/rule/active-rules.ts';
import { RULES_VERSION } from '../../platform/rules.ts';
import { findVisitedLink } from '../../storage/links.ts';
import { explained, type Explanation } from '../../visit/explain.ts';
import { visitFacts, visitorClass, withCookie, type VisitHeaders } from '../../visit/facts.ts';
import { forwardedAnswer } from '../../visit/forwarded.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
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
  const { decision: decided, app, rule } = await simulateVisit(ctx, visit, source, at);
  const hidden = decided.kind === 'not-found' ? await hiddenLink(ctx, code, host) : undefined;
  const decision = hidden ? { ...decided, why: [hidden.why] } : decided;
  const owner = decided.kind === 'not-found' ? hidden?.appId : app?.id;
  if (appId !== undefined && owner !== appId) unknownToToken();
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

/** Whose link it is that does not open under a host, and where it opens; undefined: there is none. */
async function hiddenLink(
  ctx: Context,
  code: string,
  host: string,
): Promise<{ readonly appId: string; readonly why: string } | undefined> {
  const link = isCode(code) ? await findVisitedLink(ctx.db, undefined, code) : undefined;
  if (!link) return undefined;
  const { appId } = link;
  const hosts = (await directoryOf(ctx)).hostsOf(appId);
  const names = [...new Set([...hosts, new URL(ctx.own().smartlinkBase).host])];
  // Links of an app without hosts open under every host that no app has.
  const where =
    hosts.length === 0 ? 'which belongs to another app' : `only under ${names.join(', ')}`;
  return { appId, why: `the link does not open under ${host}, ${where}` };
}
