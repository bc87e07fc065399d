import type { AppLaunch } from '../visit/app-launch.ts';
import { isStore } from '../domain/link/app-store.ts';
import { html, trusted, type Html } from './html.ts';
import {
  button,
  firstThatFits,
  locationName,
  pageWithLogo,
  quietLink,
  type HtmlPage,
} from './layout.ts';
import { plainText, say } from './text-of.ts';
import type { View } from './view.ts';

/** A page with a button that opens an app: browsers open apps only after a tap. */
export function openAppPage(launch: AppLaunch, view: View): HtmlPage {
  // Very long addresses leave no room for the less important parts.
  return firstThatFits(
    () => openPage(launch, view, true),
    () => openPage(launch, view, false),
    () => openPage({ ...launch, web: undefined }, view, false),
    () => openPage({ ...launch, fallback: undefined, web: undefined }, view, false),
  );
}

function openPage(launch: AppLaunch, view: View, withArgument: boolean): HtmlPage {
  const { open, fallback, web, opensFallback, schemesBlocked, storeId } = launch;
  const label = say(view, 'openButton');
  const opener = html`\n<a class="button" href="${open}" data-open>${label}</a>`;
  const hint = hintOf(launch, view);
  const steps = schemesBlocked
    ? [hint, opener]
    : [html`\n<p>${say(view, 'openText')}</p>`, opener, hint];
  const other = [fallback, web].map((address) => address !== undefined && otherLink(address, view));
  return pageWithLogo(
    {
      title: plainText(view, 'openButton'),
      body: html`<h1>${say(view, 'openHeading')}</h1>${steps}${other}`,
      head: storeId === undefined ? undefined : banner(storeId, withArgument ? open : undefined),
      script: fallback === undefined || opensFallback ? undefined : SCRIPT,
    },
    view,
  );
}

function hintOf({ inApp, schemesBlocked }: AppLaunch, view: View): Html | undefined {
  if (inApp === undefined) return undefined;
  return html`\n<p class="hint">${say(view, schemesBlocked ? 'blockedHint' : 'inAppHint', inApp)}</p>`;
}

function otherLink(address: string, view: View): Html {
  const label = say(view, isStore(address) ? 'getApp' : 'web');
  return html`\n<a class="quiet" href="${address}" data-other>${label}${locationName(address)}</a>`;
}

/** The banner in which Safari itself offers to open or get the app. */
function banner(storeId: string, argument: string | undefined): Html {
  // A comma would end the argument.
  const more = argument === undefined ? '' : `, app-argument=${argument.replaceAll(',', '%2C')}`;
  return html`\n<meta name="apple-itunes-app" content="app-id=${storeId}${more}">`;
}

/**
 * After a tap, the page waits 1.5 s and then goes to the fallback, unless the app has opened. While the
 * browser asks whether to open the app, the page does not have the focus, and the time does not run.
 */
const SCRIPT = trusted(`(() => {
const open = document.querySelector('[data-open]'), others = [...document.querySelectorAll('[data-other]')];
let timer, waiting = false;
const pause = () => clearTimeout(timer);
const stop = () => { waiting = false; pause(); };
const wait = () => { pause(); timer = setTimeout(() => { stop(); location.href = others[0].href; }, 1500); };
open.addEventListener('click', () => { waiting = true; wait(); });
others.forEach((other) => other.addEventListener('click', stop));
document.addEventListener('visibilitychange', () => { if (document.hidden) stop(); });
addEventListener('pagehide', stop);
addEventListener('blur', pause);
addEventListener('focus', () => { if (waiting) wait(); });
})();`);

/** A page with a button to the app store, for links without another destination on this device. */
export function getAppPage(store: string, web: string | undefined, view: View): HtmlPage {
  const title = plainText(view, 'getApp');
  const body = html`<h1>${say(view, 'getApp')}</h1>
<p>${say(view, 'getText')}</p>${button(store, say(view, 'getButton'))}`;
  const page = (other?: Html) => (): HtmlPage =>
    pageWithLogo({ title, body: html`${body}${other}` }, view);
  if (web === undefined) return page()();
  const other = quietLink(web, [say(view, 'web'), locationName(web)]);
  return firstThatFits(page(other), page());
}
