import { isStore } from '../domain/store.ts';
import { escapeHtml, MARK, page, type Page } from './layout.ts';

/** The way into an app: a button, because a browser opens an app only when a person taps. */
export function openAppPage(app: string, fallback: string | undefined, nonce: string): Page {
  const text = isStore(fallback ?? '') ? 'Get the app' : 'Continue on the web';
  const whole = page(
    'Open in the app',
    `${MARK}
<h1>Open in the app</h1>
<p>This link continues in an app on your device.</p>
${button(app, 'Open the app')}${quietLink(fallback, text)}`,
    nonce,
  );
  if (fallback === undefined || fits(whole)) return whole;
  return openAppPage(app, undefined, nonce);
}

/** The way to a store, for a link that has nothing else for this device. */
export function getAppPage(store: string, web: string | undefined, nonce: string): Page {
  return page(
    'Get the app',
    `${MARK}
<h1>Get the app</h1>
<p>This link leads to an app. You find it in the store.</p>
${button(store, 'Go to the store')}${quietLink(web, 'Continue on the web')}`,
    nonce,
  );
}

/** The first packets of a connection carry about this much. */
const MAX_PAGE_BYTES = 14 * 1024;

/** A page with two very long addresses keeps the first alone. */
function fits({ html }: Page): boolean {
  return Buffer.byteLength(html) < MAX_PAGE_BYTES;
}

function button(href: string, text: string): string {
  return `<a class="button" href="${escapeHtml(href)}">${text}</a>`;
}

function quietLink(href: string | undefined, text: string): string {
  return href === undefined ? '' : `\n<a class="quiet" href="${escapeHtml(href)}">${text}</a>`;
}
