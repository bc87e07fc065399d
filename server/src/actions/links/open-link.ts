import type { Directory } from '../../cache/directory.ts';
import { CachedLink, type AnswerKey, type CachedAnswer } from '../../cache/cached-link.ts';
import { isCode } from '../../domain/link/code.ts';
import {
  activeRules,
  matchingRule,
  NO_RULE,
  type ActiveRules,
} from '../../domain/rule/active-rules.ts';
import { matchRules } from '../../domain/rule/rule-match.ts';
import { invalidReason, nextPhaseAt, phaseAt } from '../../domain/link/validity.ts';
import type { VisitApp } from '../../domain/app/visit-app.ts';
import { findVisitedLink, type LinkView } from '../../storage/links.ts';
import type { Decision } from '../../visit/answer.ts';
import { decide, type DecisionSettings, type OutsideValidity } from '../../visit/decide.ts';
import { visitorClass, type VisitFacts, type VisitorClass } from '../../visit/facts.ts';
import type { Context } from '../context.ts';
import { directoryOf, recentDirectoryOf } from '../directory.ts';
import { hostAppId } from './host-app.ts';
import { visitAppOf } from './visit-app.ts';
import { conditionsFor, visitorConditions, type ConditionSource } from './visitor-conditions.ts';

export interface Visit {
  readonly facts: VisitFacts;
  /** The `Host` header as it was sent. */
  readonly host: string | undefined;
  readonly code: string;
}

export interface KnownVisit {
  readonly app: VisitApp;
  /** A string: the destination of a redirect. */
  readonly answer: CachedAnswer;
  /** The position of the rule that applies; `NO_RULE`: none. */
  readonly rule: number;
}

/**
 * Returns the cached response to a visit, if there is one. `sourceOf` reads what rules need from the request; it is called
 * only for a link with rules.
 */
export function cachedVisit<Request>(
  ctx: Context,
  { facts, host, code }: Visit,
  request: Request,
  sourceOf: (request: Request) => ConditionSource,
): KnownVisit | undefined {
  const { directories, visits } = ctx.cache;
  const link = visits.get(code);
  const directory = directories.recent;
  if (link === undefined || !link.app.current || directory === undefined) return undefined;
  if (link.until !== Infinity && ctx.now() >= link.until) return undefined;
  const { app } = link.app;
  if (directory.hosts.size > 0) {
    const scope = directory.scopeOf(host, ctx.own());
    if (!directory.opens(scope, app.id)) return undefined;
  }
  const visitor = visitorClass(facts);
  if (link.rules === undefined || visitor === 'robot') {
    const answer = link.for(visitor);
    return answer === undefined ? undefined : { app, answer, rule: NO_RULE };
  }
  const { kinds } = link.rules;
  const conditions = visitorConditions(ctx, code, kinds, sourceOf(request), ctx.now());
  const rule = matchingRule(link.rules, conditions);
  const answer = link.for(answerKey(visitor, rule));
  return answer === undefined ? undefined : { app, answer, rule };
}

/** Visitors of the same class get different answers by different rules. */
function answerKey(visitor: VisitorClass, rule: number): AnswerKey {
  return rule === NO_RULE ? visitor : `${visitor} ${rule}`;
}

export interface Opened {
  readonly decision: Decision;
  /** The position of the rule that applies; `NO_RULE`: none. */
  readonly rule: number;
  /** The app whose pages are shown: that of the link, else that of the host. */
  readonly app: VisitApp | undefined;
}

/** Decides a visit. Reads the database and changes nothing. */
export async function openLink(
  ctx: Context,
  visit: Visit,
  source: ConditionSource,
): Promise<Opened> {
  const directory = await recentDirectoryOf(ctx);
  return ctx.cache.epoch.through(
    () => decideVisit(ctx, directory, visit, source, ctx.now(), ctx.replicas),
    (opened) => cacheDecision(ctx, visit, opened),
  );
}

/** Decides a visit at any time (milliseconds since 1970-01-01 UTC), without the cache and replicas. */
export async function simulateVisit(
  ctx: Context,
  visit: Visit,
  source: ConditionSource,
  at: number,
): Promise<Opened> {
  return decideVisit(ctx, await directoryOf(ctx), visit, source, at, undefined);
}

interface DecidedVisit extends Opened {
  readonly link: LinkView | undefined;
  /** When the decision changes although nothing was changed; usually `Infinity`. */
  readonly until: number;
  /** Those that can match until then; undefined: the link has none. */
  readonly rules: ActiveRules | undefined;
}

async function decideVisit(
  ctx: Context,
  directory: Directory,
  { facts, host, code }: Visit,
  source: ConditionSource,
  now: number,
  replicas: Context['replicas'],
): Promise<DecidedVisit> {
  const scope = directory.scopeOf(host, ctx.own());
  const found = isCode(code) ? await findVisitedLink(ctx.db, replicas, code) : undefined;
  const link = found && directory.opens(scope, found.appId) ? found : undefined;
  const appId = link?.appId ?? hostAppId(directory, scope);
  const app = appId === undefined ? undefined : await visitAppOf(ctx, appId);
  const outside = link && outsideOf(link, now);
  const isRuled = link?.rules && facts.visitor !== 'robot';
  const rule = isRuled
    ? matchRules(link.rules, await conditionsFor(ctx, code, link.rules, source, now))
    : undefined;
  const seen = link && (outside || rule) ? { ...link, outside, rule } : link;
  const decision = decide(seen, facts, settingsOf(ctx, app));
  const rules = link?.rules ? activeRules(link.rules, now) : undefined;
  const phase = link ? nextPhaseAt(link, now) : Infinity;
  return {
    decision,
    rule: rule?.index ?? NO_RULE,
    app,
    link,
    until: Math.min(phase, rules?.until ?? Infinity),
    rules,
  };
}

/** What visitors get before and after the time in which a link is valid. */
function outsideOf(link: LinkView, now: number): OutsideValidity | undefined {
  const reason = invalidReason(link, now);
  if (reason === undefined) return undefined;
  return phaseAt(link, now) === 'expired'
    ? { kind: 'expired', url: link.expiredUrl, reason }
    : { kind: 'early', url: link.earlyUrl, reason };
}

export function settingsOf(ctx: Context, app: VisitApp | undefined): DecisionSettings {
  const { title, social, add_code: addCode, desktop_qr: desktopQr } = app?.settings ?? {};
  const name = title ?? app?.name ?? 'Smartlink';
  return {
    own: ctx.own(),
    addCode: addCode ?? true,
    desktopQr: desktopQr ?? true,
    card: { title: name, ...social },
  };
}

function cacheDecision(
  ctx: Context,
  { facts }: Visit,
  { link, app, decision, rule, until, rules }: DecidedVisit,
): void {
  // Unknown codes are looked up each time: there are too many, and a create does not tell other processes.
  if (!link || !app) return;
  const { apps, visits } = ctx.cache;
  const cached = apps.get(app.id);
  // If the app is not in the cache, it has changed, or a later change would not invalidate this entry.
  if (cached?.app !== app) return;
  const key = answerKey(visitorClass(facts), rule);
  // Only the explain command needs the reasons, and they take more memory than the response.
  const cachedAnswer = decision.kind === 'redirect' ? decision.to : { ...decision, why: undefined };
  const known = visits.get(link.code);
  visits.set(
    link.code,
    known?.app === cached && known.until === until
      ? known.with(key, cachedAnswer)
      : new CachedLink(cached, key, cachedAnswer, until, rules),
  );
}
