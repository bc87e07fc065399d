import type { Directory } from '../../cache/directory.ts';
import { CachedLink, type CachedAnswer } from '../../cache/cached-link.ts';
import { isCode } from '../../domain/link/code.ts';
import { invalidReason, nextPhaseAt, phaseAt } from '../../domain/link/validity.ts';
import type { VisitApp } from '../../domain/app/visit-app.ts';
import { findLinkView, type LinkView } from '../../storage/links.ts';
import type { Decision } from '../../visit/answer.ts';
import { decide, type DecisionSettings, type OutsideValidity } from '../../visit/decide.ts';
import { visitorClass, type VisitFacts } from '../../visit/facts.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
import { hostAppId } from './host-app.ts';
import { visitAppOf } from './visit-app.ts';

/** A request to open a link. */
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
}

/** Returns the cached response to a visit, if there is one. */
export function cachedVisit(ctx: Context, { facts, host, code }: Visit): KnownVisit | undefined {
  const { directories, visits } = ctx.cache;
  const link = visits.get(code);
  const directory = directories.current;
  if (link === undefined || !link.app.current || directory === undefined) return undefined;
  if (link.until !== Infinity && ctx.now() >= link.until) return undefined;
  const { app } = link.app;
  if (directory.hosts.size > 0) {
    const scope = directory.scopeOf(host, ctx.own());
    if (!directory.opens(scope, app.id)) return undefined;
  }
  const answer = link.for(visitorClass(facts));
  return answer === undefined ? undefined : { app, answer };
}

export interface Opened {
  readonly decision: Decision;
  /** The app whose pages are shown: that of the link, else that of the host. */
  readonly app: VisitApp | undefined;
}

/** Decides a visit. Reads the database and changes nothing. */
export async function openLink(ctx: Context, visit: Visit): Promise<Opened> {
  const directory = await directoryOf(ctx);
  return ctx.cache.epoch.through(
    () => decideVisit(ctx, directory, visit),
    (opened) => cacheDecision(ctx, visit, opened),
  );
}

interface DecidedVisit extends Opened {
  readonly link: LinkView | undefined;
  /** When the decision changes although nothing was changed; usually `Infinity`. */
  readonly until: number;
}

async function decideVisit(
  ctx: Context,
  directory: Directory,
  { facts, host, code }: Visit,
): Promise<DecidedVisit> {
  const scope = directory.scopeOf(host, ctx.own());
  const found = isCode(code) ? await findLinkView(ctx.db, code) : undefined;
  const link = found && directory.opens(scope, found.appId) ? found : undefined;
  const appId = link?.appId ?? hostAppId(directory, scope);
  const app = appId === undefined ? undefined : await visitAppOf(ctx, appId);
  const now = ctx.now();
  const outside = link && outsideOf(link, now);
  const decision = decide(outside ? { ...link, outside } : link, facts, settingsOf(ctx, app));
  return { decision, app, link, until: link ? nextPhaseAt(link, now) : Infinity };
}

/** What visitors get before and after the time in which a link is valid. */
function outsideOf(link: LinkView, now: number): OutsideValidity | undefined {
  const reason = invalidReason(link, now);
  if (reason === undefined) return undefined;
  return phaseAt(link, now) === 'expired'
    ? { kind: 'expired', url: link.expiredUrl, reason }
    : { kind: 'early', url: link.earlyUrl, reason };
}

/** The settings of an app that a decision depends on. */
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

const UNCACHED: ReadonlySet<Decision['kind']> = new Set(['gone', 'not-found', 'early', 'expired']);

function cacheDecision(
  ctx: Context,
  { facts }: Visit,
  { link, app, decision, until }: DecidedVisit,
): void {
  if (!link || !app) return;
  // These are looked up each time: a guessed code costs the same whether it exists or not.
  if (UNCACHED.has(decision.kind)) return;
  const { apps, visits } = ctx.cache;
  const cached = apps.get(app.id);
  // If the app is not in the cache, it has changed, or a later change would not invalidate this entry.
  if (cached?.app !== app) return;
  const visitor = visitorClass(facts);
  // Only the explain command needs the reasons, and they take more memory than the response.
  const cachedAnswer = decision.kind === 'redirect' ? decision.to : { ...decision, why: undefined };
  const known = visits.get(link.code);
  visits.set(
    link.code,
    known?.app === cached && known.until === until
      ? known.with(visitor, cachedAnswer)
      : new CachedLink(cached, visitor, cachedAnswer, until),
  );
}
