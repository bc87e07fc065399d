import { homeOf, titleOf } from './appearance.ts';
import { html, type Html } from './html.ts';
import { button, pageWithLogo, type HtmlPage } from './layout.ts';
import { plainText, say } from './text-of.ts';
import type { View } from './view.ts';

type Message = 'notFound' | 'gone' | 'noRoute' | 'unavailable' | 'tooMany' | 'method' | 'home';

export function notFoundPage(view: View): HtmlPage {
  return messagePage('notFound', view, homeButton(view));
}

/** For a disabled or deleted link. */
export function gonePage(view: View): HtmlPage {
  return messagePage('gone', view, homeButton(view));
}

export function noRoutePage(view: View): HtmlPage {
  return messagePage('noRoute', view, homeButton(view));
}

export function unavailablePage(view: View): HtmlPage {
  // The empty address is that of the page itself.
  return messagePage('unavailable', view, button('', say(view, 'retry')));
}

export function tooManyPage(view: View): HtmlPage {
  return messagePage('tooMany', view);
}

export function methodPage(view: View): HtmlPage {
  return messagePage('method', view);
}

/** The page at the address of the service itself. */
export function homePage(docs: string, view: View): HtmlPage {
  return messagePage('home', view, button(docs, say(view, 'homeButton')));
}

function messagePage(name: Message, view: View, onward?: Html): HtmlPage {
  const app = titleOf(view.appearance);
  const heading = plainText(view, `${name}Heading`);
  return pageWithLogo(
    {
      title: app === undefined ? heading : `${heading} · ${app}`,
      body: html`${app && html`<p class="app" dir="auto">${app}</p>\n`}<h1>${heading}</h1>
<p>${say(view, `${name}Text`)}</p>${onward}`,
    },
    view,
  );
}

function homeButton(view: View): Html | undefined {
  const home = homeOf(view.appearance);
  return home === undefined ? undefined : button(home, say(view, 'goHome'));
}
