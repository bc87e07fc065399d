import { homeOf, titleOf } from './appearance.ts';
import { html, type Html } from './html.ts';
import { button, pageWithLogo, type HtmlPage } from './layout.ts';
import { plainText, say } from './text-of.ts';
import { PLAIN_VIEW, type View } from './view.ts';

type Message =
  'notFound' | 'gone' | 'early' | 'expired' | 'noRoute' | 'unavailable' | 'tooMany' | 'method';

export function notFoundPage(view: View): HtmlPage {
  return messagePage('notFound', view, homeButton(view));
}

/** For a disabled or deleted link. */
export function gonePage(view: View): HtmlPage {
  return messagePage('gone', view, homeButton(view));
}

/** For a link before its time. */
export function earlyPage(view: View): HtmlPage {
  return messagePage('early', view, homeButton(view));
}

/** For a link after its time. */
export function expiredPage(view: View): HtmlPage {
  return messagePage('expired', view, homeButton(view));
}

export function noRoutePage(view: View): HtmlPage {
  return messagePage('noRoute', view, homeButton(view));
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

/** The page at the address of the service itself. */
export function homePage(docs: string): HtmlPage {
  const text = html`One short link that takes each visitor to the right place.`;
  return shortPage('Smartlink is running', text, PLAIN_VIEW, button(docs, html`Try the API`));
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
