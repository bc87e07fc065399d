import type { IncomingMessage } from 'node:http';
import type { Context } from '../../actions/context.ts';
import type { KnownVisit, Visit } from '../../actions/links/open-link.ts';
import type { Outcome } from '../../domain/click/click.ts';
import { kindOf } from '../../domain/click/kind.ts';
import { truncatedNetwork } from '../../domain/click/network.ts';
import { isStore } from '../../domain/link/app-store.ts';
import type { VisitCounts } from '../../metrics/visit-counts.ts';
import type { Callers } from '../caller.ts';
import type { Visitors } from './visitor.ts';

/** Records a visit of a link that exists. `query`: with its question mark. */
export type RecordVisit = (
  request: IncomingMessage,
  visit: Visit,
  known: KnownVisit,
  query: string,
) => void;

/** Counts visits, and records them as clicks. Undefined if neither is wanted. */
export function visitRecorder(
  ctx: Context,
  callers: Callers,
  visitors: Visitors,
  counts: VisitCounts | undefined,
): RecordVisit | undefined {
  const { clicks } = ctx;
  if (!clicks && !counts) return undefined;
  const respectGpc = clicks?.settings.respectGpc === true;
  return (request, { facts, code }, { app, answer }, query) => {
    const outcome = outcomeOf(answer);
    if (outcome === undefined) return;
    const { headers } = request;
    const { agent } = facts;
    const kind = kindOf(request.method, headers, agent.kind);
    counts?.count(app.id, outcome, facts.device, kind);
    if (!clicks) return;
    const isHashed =
      kind === 'human' && !(respectGpc && (headers['sec-gpc'] === '1' || headers.dnt === '1'));
    const click = {
      at: ctx.now(),
      code,
      appId: app.id,
      outcome,
      kind,
      device: facts.device,
      agent,
      language: visitors.languageTagOf(headers),
      referrer: visitors.referrerOf(headers),
      campaign: visitors.campaignOf(query),
      network: truncatedNetwork(callers.addressOf(request)),
      isHashed,
    } as const;
    if (kind === 'human' && headers.cookie !== undefined) clicks.continueProbe(click);
    if (kind === 'human' && outcome === 'probe') clicks.holdProbe(click);
    else clicks.record(click);
  };
}

/** What a visitor gets; undefined if there is no link. */
export function outcomeOf(answer: KnownVisit['answer']): Outcome | undefined {
  if (typeof answer === 'string') return isStore(answer) ? 'store' : 'redirect';
  // Not cached yet.
  if (answer.kind === 'redirect') return outcomeOf(answer.to);
  if (answer.kind === 'early' || answer.kind === 'expired') return 'gone';
  return answer.kind === 'not-found' ? undefined : answer.kind;
}
