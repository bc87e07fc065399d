import { button, card, type Page } from './layout.ts';
import { homeOf, titleOf } from './appearance.ts';
import { escapeHtml } from './html.ts';
import { say, plainText } from './text-of.ts';
import type { View } from './view.ts';

type Message = 'notFound' | 'gone' | 'noRoute' | 'unavailable' | 'tooMany' | 'method' | 'home';

export function notFoundPage(view: View): Page {
  return message('notFound', view, homeButton(view));
}

/** Disabled or deleted. */
export function gonePage(view: View): Page {
  return message('gone', view, homeButton(view));
}

export function noRoutePage(view: View): Page {
  return message('noRoute', view, homeButton(view));
}

export function unavailablePage(view: View): Page {
  // The address of a page itself is the empty one.
  return message('unavailable', view, button('', say(view, 'retry')));
}

export function tooManyPage(view: View): Page {
  return message('tooMany', view);
}

export function methodPage(view: View): Page {
  return message('method', view);
}

/** What stands at the service's own address. */
export function homePage(docs: string, view: View): Page {
  return message('home', view, button(docs, say(view, 'homeButton')));
}

function message(name: Message, view: View, onward = ''): Page {
  const title = titleOf(view.appearance);
  const heading = plainText(view, `${name}Heading`);
  const app = title === undefined ? '' : `<p class="app" dir="auto">${escapeHtml(title)}</p>\n`;
  return card(
    {
      title: title === undefined ? heading : `${heading} · ${title}`,
      body: `${app}<h1>${say(view, `${name}Heading`)}</h1>
<p>${say(view, `${name}Text`)}</p>${onward}`,
    },
    view,
  );
}

function homeButton(view: View): string {
  const home = homeOf(view.appearance);
  return home === undefined ? '' : button(home, say(view, 'goHome'));
}
