import { escapeHtml, MARK, page, type Page } from './layout.ts';

/** The way into an app: a button, because a browser opens an app only when a person taps. */
export function openAppPage(app: string, fallback: string | undefined, nonce: string): Page {
  const other =
    fallback === undefined
      ? ''
      : `\n<a class="quiet" href="${escapeHtml(fallback)}">${fallbackText(fallback)}</a>`;
  return page(
    'Open in the app',
    `${MARK}
<h1>Open in the app</h1>
<p>This link continues in an app on your device.</p>
<a class="button" href="${escapeHtml(app)}">Open the app</a>${other}`,
    nonce,
  );
}

const STORES =
  /^(?:itms-appss?:|market:|https?:\/\/(?:apps\.apple\.com|itunes\.apple\.com|play\.google\.com)\/)/i;

function fallbackText(fallback: string): string {
  return STORES.test(fallback) ? 'Get the app' : 'Continue on the web';
}
