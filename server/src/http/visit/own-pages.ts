import type { Language } from '../../domain/app/language.ts';
import { finishedPage, type FinishedPage } from '../../pages/finished-page.ts';
import type { HtmlPage } from '../../pages/layout.ts';
import {
  answerMessagePage,
  failedPage,
  methodPage,
  tooManyPage,
  unavailablePage,
} from '../../pages/messages.ts';
import { PLAIN_VIEW, type View } from '../../pages/view.ts';

export type OwnPage = (language: Language) => FinishedPage;

/** Pages for visitors whose app is unknown. Each is made once per language. */
export const OWN_PAGES = {
  notFound: oncePerLanguage(404, (view) => answerMessagePage('not-found', view)),
  method: oncePerLanguage(405, methodPage),
  tooMany: oncePerLanguage(429, tooManyPage),
  unavailable: oncePerLanguage(503, unavailablePage),
} satisfies Readonly<Record<string, OwnPage>>;
export type OwnPageName = keyof typeof OWN_PAGES;

/** The page of an unexpected error. It names the request, so it is made for each. */
export function failedVisitPage(language: Language, requestId: string): FinishedPage {
  return finishedPage(500, failedPage({ ...PLAIN_VIEW, language }, requestId));
}

function oncePerLanguage(status: number, make: (view: View) => HtmlPage): OwnPage {
  const made = new Map<Language, FinishedPage>();
  return (language) => {
    let page = made.get(language);
    if (page === undefined) {
      page = finishedPage(status, make({ ...PLAIN_VIEW, language }));
      made.set(language, page);
    }
    return page;
  };
}
