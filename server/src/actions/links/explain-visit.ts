import { fail } from '../../problem.ts';
import { RULES_VERSION } from '../../platform/rules.ts';
import { explained, type Explanation } from '../../visit/explain.ts';
import { visitFacts, visitorClass, withCookie, type VisitHeaders } from '../../visit/facts.ts';
import { withQuery } from '../../visit/forwarded.ts';
import type { Context } from '../context.ts';
import { openLink } from './open-link.ts';

export interface ExplainedVisit extends Explanation {
  readonly code: string;
  /** How the visitor was classified. */
  readonly visitor: string;
  /** The version of the rules that classify devices. */
  readonly rules: string;
}

/** The headers of a visitor, by name. */
export type ExplainedHeaders = VisitHeaders & {
  readonly cookie?: string | undefined;
  readonly host?: string | undefined;
};

/**
 * Returns what a visitor with these headers gets, and why; counts and changes nothing. `query` begins
 * with its question mark. `appId`: only links of this app.
 * @throws `not_found`
 */
export async function explainVisit(
  ctx: Context,
  code: string,
  headers: ExplainedHeaders,
  query: string,
  appId?: string,
): Promise<ExplainedVisit> {
  const facts = withCookie(visitFacts(headers), headers.cookie);
  const host = headers.host ?? new URL(ctx.own().smartlinkBase).host;
  const { decision, app } = await openLink(ctx, { facts, host, code });
  if (appId !== undefined && (app?.id !== appId || decision.kind === 'not-found')) {
    fail('not_found', 'The app of this token has no smart link with this code.');
  }
  const { addresses, why, ...rest } = explained(
    decision,
    facts,
    app?.stores ?? { apple: undefined, play: undefined },
  );
  const { location } = addresses;
  const forwards = location !== undefined && app?.settings.forward_query !== false;
  const sent = forwards ? withQuery(location, query) : location;
  return {
    code,
    visitor: visitorClass(facts),
    ...rest,
    addresses: sent === undefined ? addresses : { ...addresses, location: sent },
    why: sent === location ? why : [...why, 'query parameters of the visit are added'],
    rules: RULES_VERSION,
  };
}
