import type { Context } from '../../actions/context.ts';
import type { Visit } from '../../actions/links/open-link.ts';
import { hostName } from '../../domain/app/host-name.ts';
import type { Language } from '../../domain/app/language.ts';
import type { VisitApp } from '../../domain/app/visit-app.ts';
import { smartlinkBases } from '../../domain/link/own-address.ts';
import { NO_RULE } from '../../domain/rule/active-rules.ts';
import { finishedPage, type FinishedPage } from '../../pages/finished-page.ts';
import type { HtmlPage } from '../../pages/layout.ts';
import { answerMessagePage } from '../../pages/messages.ts';
import { getAppPage, openAppPage } from '../../pages/open-app.ts';
import { previewPage } from '../../pages/preview.ts';
import { probePage } from '../../pages/probe.ts';
import { scanPage } from '../../pages/scan.ts';
import { isMessage, MESSAGE_STATUS, type Answer } from '../../visit/answer.ts';
import { appLaunch, defaultBrowserQuery, visitorKey } from '../../visit/app-launch.ts';
import { visitorClass, type VisitFacts } from '../../visit/facts.ts';

/** The page of a link that was just read. It is not cached, because most links are opened rarely. */
export function newPage(ctx: Context, shown: Shown): FinishedPage {
  return isMessage(shown.answer) ? messagePage(ctx, shown) : finished(ctx, shown);
}

/** The page of a cached link: the one that an equal visitor got before, if it is still valid. */
export function cachedPage(ctx: Context, shown: Shown): FinishedPage {
  const { answer, app, visit, language, rule } = shown;
  if (isMessage(answer)) return messagePage(ctx, shown);
  const isLaunch = answer.kind === 'open-app';
  const visitor = isLaunch ? visitorKey(visit.facts) : visitorClass(visit.facts);
  const ruled = rule === NO_RULE ? '' : ` by ${rule}`;
  // These pages contain the host, so each host has its own.
  const named = answer.kind === 'scan' || answer.kind === 'preview';
  const base = named ? openedBase(ctx, app.id, visit.host) : ctx.own().smartlinkBase;
  const key = `${visit.code} ${language} ${visitor}${ruled}${named ? ` ${base}` : ''}`;
  return ctx.cache.pages.through(key, { app, answer, base }, () => finished(ctx, shown));
}

function messagePage(ctx: Context, shown: Shown): FinishedPage {
  const { answer, app, language } = shown;
  const source = { app, answer: undefined, base: '' };
  return ctx.cache.pages.through(`${app.id} ${language} ${answer.kind}`, source, () =>
    finished(ctx, shown),
  );
}

function finished(ctx: Context, shown: Shown): FinishedPage {
  const { answer } = shown;
  return finishedPage(
    isMessage(answer) ? MESSAGE_STATUS[answer.kind] : 200,
    answerPage(ctx, shown),
  );
}

/** Where a visit is redirected to; undefined: the response is a page. */
export function redirectOf(answer: Answer, facts: VisitFacts, query: string): string | undefined {
  if (answer.kind === 'redirect') return answer.to;
  return answer.kind === 'open-app' ? defaultBrowserQuery(facts, query) : undefined;
}

/** An answer to be shown as a page. */
export interface Shown {
  readonly answer: Answer;
  readonly app: VisitApp;
  readonly visit: Visit;
  readonly language: Language;
  /** The position of the rule that applies; `NO_RULE`: none. */
  readonly rule: number;
}

function openedAddress(ctx: Context, app: VisitApp, { host, code }: Visit): string {
  return `${openedBase(ctx, app.id, host)}/${code}`;
}

/** Throws for a redirect, which has no page. */
export function answerPage(
  ctx: Context,
  { answer, app, visit, language }: Omit<Shown, 'rule'>,
): HtmlPage {
  const view = { language, appearance: app.settings };
  if (isMessage(answer)) return answerMessagePage(answer.kind, view);
  switch (answer.kind) {
    case 'redirect':
      throw new Error(`a redirect to ${answer.to} has no page`);
    case 'open-app':
      return openAppPage(appLaunch(answer, visit.facts, app.stores), view);
    case 'get-app':
      return getAppPage(answer.store, answer.web, view);
    case 'probe':
      return probePage(answer, view);
    case 'preview': {
      const address = openedAddress(ctx, app, visit);
      const siteName = app.settings.title ?? app.name;
      const web = answer.web === undefined ? {} : { web: answer.web };
      return previewPage({ ...answer.card, ...web, address, siteName }, view);
    }
    case 'scan':
      return scanPage(openedAddress(ctx, app, visit), view);
  }
}

/**
 * The address under which a visitor opened a link, without the code: with a host of its app, whose links the mobile
 * app can open directly, otherwise `{smartlink_base}`. `header`: the `Host`, as it was sent.
 */
function openedBase(ctx: Context, appId: string, header: string | undefined): string {
  const own = ctx.own();
  const hosts = ctx.cache.directories.recent?.hostsOf(appId) ?? [];
  const name = hosts.length === 0 ? undefined : hostName(header ?? '');
  if (name === undefined || !hosts.includes(name)) return own.smartlinkBase;
  return smartlinkBases(own, [name])[1] ?? own.smartlinkBase;
}
