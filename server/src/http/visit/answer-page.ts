import type { Context } from '../../actions/context.ts';
import type { Visit } from '../../actions/links/open-link.ts';
import type { Language } from '../../domain/app/language.ts';
import type { VisitApp } from '../../domain/app/visit-app.ts';
import type { HtmlPage } from '../../pages/layout.ts';
import { answerMessagePage } from '../../pages/messages.ts';
import { getAppPage, openAppPage } from '../../pages/open-app.ts';
import { previewPage } from '../../pages/preview.ts';
import { probePage } from '../../pages/probe.ts';
import { scanPage } from '../../pages/scan.ts';
import { isMessage, type Answer } from '../../visit/answer.ts';
import { appLaunch, defaultBrowserQuery } from '../../visit/app-launch.ts';
import type { VisitFacts } from '../../visit/facts.ts';
import { openedBase } from './opened-base.ts';

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
