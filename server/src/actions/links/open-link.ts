import { KnownLink, type KnownAnswer } from '../../cache/known-link.ts';
import { isCode } from '../../domain/link/code.ts';
import type { VisitApp } from '../../domain/app/visit-app.ts';
import { findLinkView, type LinkView } from '../../storage/links.ts';
import type { Decision } from '../../visit/answer.ts';
import { decide, type DecisionSettings } from '../../visit/decide.ts';
import { visitorClass, type VisitFacts } from '../../visit/facts.ts';
import type { Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
import { visitAppOf } from './visit-app.ts';

/** A request to open a link. */
export interface Visit {
  readonly facts: VisitFacts;
  /** The `Host` that was asked, as it was sent. */
  readonly host: string | undefined;
  readonly code: string;
}

export interface Known {
  readonly app: VisitApp;
  /** A text: where a redirect leads. */
  readonly answer: KnownAnswer;
}

/** Returns the cached response to a visit, if there is one. */
export function knownVisit(ctx: Context, { facts, host, code }: Visit): Known | undefined {
  const { currentDirectory, visits } = ctx.memory;
  const link = visits.get(code);
  if (link === undefined || !link.app.current || currentDirectory === undefined) return undefined;
  if (currentDirectory.hosts.size > 0) {
    const scope = currentDirectory.scopeOf(host, ctx.own());
    if (!currentDirectory.opens(scope, link.app.id)) return undefined;
  }
  const answer = link.for(visitorClass(facts));
  return answer === undefined ? undefined : { app: link.app, answer };
}

export interface Opened {
  readonly decision: Decision;
  /** Whose pages are shown: the app of the link, else that of the host. */
  readonly app: VisitApp | undefined;
}

/** Decides a visit. Reads the database and changes nothing. */
export async function openLink(ctx: Context, visit: Visit): Promise<Opened> {
  const directory = await directoryOf(ctx);
  const { facts, host, code } = visit;
  const scope = directory.scopeOf(host, ctx.own());
  const { onlyApp } = directory;
  const opensOnlyApp = onlyApp !== undefined && directory.opens(scope, onlyApp);
  const hostApp = typeof scope === 'object' ? scope.app : opensOnlyApp ? onlyApp : undefined;
  const { moment } = ctx.memory;
  const found = isCode(code) ? await findLinkView(ctx.db, code) : undefined;
  const link = found && directory.opens(scope, found.appId) ? found : undefined;
  const appId = link?.appId ?? hostApp;
  const app = appId === undefined ? undefined : await visitAppOf(ctx, appId);
  const decision = decide(link, facts, settingsOf(ctx, app));
  if (link && app && ctx.memory.isCurrent(moment)) remember(ctx, link, app, facts, decision);
  return { decision, app };
}

/** The settings of an app that a decision depends on. */
export function settingsOf(ctx: Context, app: VisitApp | undefined): DecisionSettings {
  const { title, social, add_code: addCode } = app?.settings ?? {};
  const name = title ?? app?.name ?? 'Smartlink';
  return { own: ctx.own(), addCode: addCode ?? true, card: { title: name, ...social } };
}

function remember(
  ctx: Context,
  { code }: LinkView,
  app: VisitApp,
  facts: VisitFacts,
  decision: Decision,
): void {
  // These are looked up again each time: a guess costs the same whatever it finds.
  if (decision.kind === 'gone' || decision.kind === 'not-found') return;
  const visitor = visitorClass(facts);
  // The reasons are told to whoever asks, and take more room than the answer.
  const kept = decision.kind === 'redirect' ? decision.to : { ...decision, why: undefined };
  const known = ctx.memory.visits.get(code);
  const next = known?.app === app ? known.with(visitor, kept) : new KnownLink(app, visitor, kept);
  ctx.memory.visits.set(code, next);
}
