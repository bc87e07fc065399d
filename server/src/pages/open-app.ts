import type { AppWays } from '../visit/app-ways.ts';
import { isStore } from '../domain/link/app-store.ts';
import { escapeHtml } from './html.ts';
import { button, card, fits, quietLink, type Page } from './layout.ts';
import { locationOf } from './location.ts';
import { say, plainText } from './text-of.ts';
import type { View } from './view.ts';

/** The way into an app: a button, because a browser opens an app only when a person taps. */
export function openAppPage(ways: AppWays, view: View): Page {
  // What a page can do without when its addresses are very long, the least needed first.
  const whole = openPage(ways, view, true);
  if (fits(whole)) return whole;
  const shorter = openPage(ways, view, false);
  if (fits(shorter)) return shorter;
  return openPage({ ...ways, fallback: undefined }, view, false);
}

function openPage(ways: AppWays, view: View, withArgument: boolean): Page {
  const { open, fallback, opensFallback, storeId } = ways;
  const way = button(open, say(view, 'openButton'), ' data-open');
  const hint = hintOf(ways, view);
  const other = fallback === undefined ? '' : otherWay(fallback, view);
  const steps = ways.schemesBlocked
    ? `${hint}${way}`
    : `\n<p>${say(view, 'openText')}</p>${way}${hint}`;
  const waits = fallback !== undefined && !opensFallback;
  return card(
    {
      title: plainText(view, 'openButton'),
      body: `<h1>${say(view, 'openHeading')}</h1>${steps}${other}`,
      head: storeId === undefined ? undefined : banner(storeId, withArgument ? open : undefined),
      script: waits ? SCRIPT : undefined,
    },
    view,
  );
}

function hintOf({ inApp, schemesBlocked }: AppWays, view: View): string {
  if (inApp === undefined) return '';
  return `\n<p class="hint">${say(view, schemesBlocked ? 'blockedHint' : 'inAppHint', inApp)}</p>`;
}

function otherWay(fallback: string, view: View): string {
  const label = say(view, isStore(fallback) ? 'getApp' : 'web');
  return quietLink(fallback, label, locationOf(fallback), ' data-other');
}

/** Safari's own offer to open or get the app. */
function banner(storeId: string, argument: string | undefined): string {
  // A comma would end the argument.
  const more =
    argument === undefined ? '' : `, app-argument=${escapeHtml(argument.replaceAll(',', '%2C'))}`;
  return `<meta name="apple-itunes-app" content="app-id=${escapeHtml(storeId)}${more}">`;
}

/**
 * After a tap, the other way is taken in a moment unless the app came to the front. While the browser
 * asks whether the app may open, the page has lost the focus and the moment has not begun.
 */
const SCRIPT = `(() => {
const [open, other] = ['open', 'other'].map((name) => document.querySelector('[data-' + name + ']'));
let timer, waiting = false;
const pause = () => clearTimeout(timer);
const stop = () => { waiting = false; pause(); };
const wait = () => { pause(); timer = setTimeout(() => { stop(); location.href = other.href; }, 1500); };
open.addEventListener('click', () => { waiting = true; wait(); });
other.addEventListener('click', stop);
document.addEventListener('visibilitychange', () => { if (document.hidden) stop(); });
addEventListener('pagehide', stop);
addEventListener('blur', pause);
addEventListener('focus', () => { if (waiting) wait(); });
})();`;

/** The way to a store, for a link that has nothing else for this device. */
export function getAppPage(store: string, web: string | undefined, view: View): Page {
  const make = (other: string | undefined): Page =>
    card(
      {
        title: plainText(view, 'getApp'),
        body: `<h1>${say(view, 'getApp')}</h1>
<p>${say(view, 'getText')}</p>${button(store, say(view, 'getButton'))}${
          other === undefined ? '' : quietLink(other, say(view, 'web'), locationOf(other))
        }`,
      },
      view,
    );
  const whole = make(web);
  return web === undefined || fits(whole) ? whole : make(undefined);
}
