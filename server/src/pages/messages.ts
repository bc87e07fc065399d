import type { MessageKind } from '../visit/answer.ts';
import { homeOf, titleOf } from './appearance.ts';
import { html, type Html } from './html.ts';
import { button, pageWithLogo, quietLink, type HtmlPage } from './layout.ts';
import { plainText, say } from './text-of.ts';
import { PLAIN_VIEW, type View } from './view.ts';

const ANSWERS = {
  'no-route': 'noRoute',
  'not-found': 'notFound',
  gone: 'gone',
  early: 'early',
  expired: 'expired',
} as const satisfies Record<MessageKind, string>;
type Message = (typeof ANSWERS)[MessageKind] | 'unavailable' | 'tooMany' | 'method';

/** For a link that cannot be opened. */
export function answerMessagePage(kind: MessageKind, view: View): HtmlPage {
  return messagePage(ANSWERS[kind], view, homeButton(view));
}

export function unavailablePage(view: View): HtmlPage {
  // The empty address is that of the page itself.
  return messagePage('unavailable', view, button('', say(view, 'retry')));
}

/** For an unexpected error. The id of the request is in the log. */
export function failedPage(view: View, requestId: string): HtmlPage {
  const id = html`
<p class="place">${say(view, 'requestId')} <bdi>${requestId}</bdi></p>`;
  return messagePage('unavailable', view, html`${button('', say(view, 'retry'))}${id}`);
}

export function tooManyPage(view: View): HtmlPage {
  return messagePage('tooMany', view);
}

export function methodPage(view: View): HtmlPage {
  return messagePage('method', view);
}

/** The page at the address of the service itself. `dashboard`: undefined if it is not built. */
export function homePage(docs: string, dashboard: string | undefined): HtmlPage {
  const text = html`One short link that takes each visitor to the right place.`;
  const toDocs = html`Try the API`;
  const onward =
    dashboard === undefined
      ? button(docs, toDocs)
      : html`${button(dashboard, html`Open the dashboard`)}${quietLink(docs, toDocs)}`;
  return shortPage('Smartlink is running', text, PLAIN_VIEW, onward);
}

function messagePage(name: Message, view: View, onward?: Html): HtmlPage {
  return shortPage(plainText(view, `${name}Heading`), say(view, `${name}Text`), view, onward);
}

function shortPage(heading: string, text: Html, view: View, onward?: Html): HtmlPage {
  const app = titleOf(view.appearance);
  return pageWithLogo(
    {
      title: app === undefined ? heading : `${heading} · ${app}`,
      body: html`${app && html`<p class="app" dir="auto">${app}</p>\n`}<h1>${heading}</h1>
<p>${text}</p>${onward}`,
    },
    view,
  );
}

function homeButton(view: View): Html | undefined {
  const home = homeOf(view.appearance);
  return home === undefined ? undefined : button(home, say(view, 'goHome'));
}
