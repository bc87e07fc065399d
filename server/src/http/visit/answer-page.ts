import type { Context } from '../../actions/context.ts';
import type { Visit } from '../../actions/links/open-link.ts';
import type { VisitApp } from '../../domain/app/visit-app.ts';
import type { HtmlPage } from '../../pages/layout.ts';
import { gonePage, noRoutePage, notFoundPage } from '../../pages/messages.ts';
import { getAppPage, openAppPage } from '../../pages/open-app.ts';
import { previewPage } from '../../pages/preview.ts';
import { probePage } from '../../pages/probe.ts';
import type { View } from '../../pages/view.ts';
import type { Answer } from '../../visit/answer.ts';
import { appLaunch, defaultBrowserQuery } from '../../visit/app-launch.ts';

export interface AnswerPage {
  readonly status: number;
  readonly make: (view: View) => HtmlPage;
}

/** The response to a visit: a page, or the address of a redirect. */
export function render(
  ctx: Context,
  answer: Answer,
  app: VisitApp,
  { facts, code }: Visit,
  query: string,
): AnswerPage | string {
  switch (answer.kind) {
    case 'redirect':
      return answer.to;
    case 'open-app': {
      const leave = defaultBrowserQuery(facts, query);
      if (leave !== undefined) return leave;
      const launch = appLaunch(answer, facts, app.stores);
      return { status: 200, make: (view) => openAppPage(launch, view) };
    }
    case 'get-app':
      return { status: 200, make: (view) => getAppPage(answer.store, answer.web, view) };
    case 'probe':
      return { status: 200, make: (view) => probePage(answer, view) };
    case 'preview': {
      const address = `${ctx.own().smartlinkBase}/${code}`;
      const siteName = app.settings.title ?? app.name;
      const web = answer.web === undefined ? {} : { web: answer.web };
      const card = { ...answer.card, ...web, address, siteName };
      return { status: 200, make: (view) => previewPage(card, view) };
    }
    case 'no-route':
      return { status: 404, make: noRoutePage };
    case 'not-found':
      return { status: 404, make: notFoundPage };
    case 'gone':
      return { status: 410, make: gonePage };
  }
}
