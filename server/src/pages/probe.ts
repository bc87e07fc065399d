import { isHttp } from '../domain/link/route.ts';
import type { Answer } from '../visit/answer.ts';
import { DEVICE_COOKIE } from '../visit/facts.ts';
import { html, trusted } from './html.ts';
import { locationName, pageWithLogo, type HtmlPage } from './layout.ts';
import { plainText, say } from './text-of.ts';
import type { View } from './view.ts';

type Probe = Omit<Extract<Answer, { kind: 'probe' }>, 'kind'>;

/**
 * A page that finds out whether the device is a tablet that identifies itself as a desktop, and then requests
 * the link again. Without script or cookies, the visitor chooses.
 */
export function probePage({ tablet, app, web }: Probe, view: View): HtmlPage {
  const label = (address: string) => say(view, isHttp(address) ? 'web' : 'openButton');
  const opener = html`\n<a class="button" href="${app}" data-tablet="${tablet}">${label(app)}</a>`;
  // Only a web address is opened without a click: for that of an app, a browser without the app would show an error.
  const opened = web !== undefined && isHttp(web) ? 'web' : '';
  const other =
    web !== undefined &&
    html`\n<a class="quiet" href="${web}" data-opened="${opened}">${label(web)}${locationName(web)}</a>`;
  return pageWithLogo(
    {
      title: plainText(view, 'probeHeading'),
      body: html`<h1>${say(view, 'probeHeading')}</h1>
<p>${say(view, 'probeText')}</p>${opener}${other}`,
      style: STYLE,
      script: SCRIPT,
    },
    view,
  );
}

// The page is not visible if it continues at once. On a slow network it appears after two seconds.
const STYLE = trusted(`.going main{visibility:hidden;animation:show 0s 2s forwards}
@keyframes show{to{visibility:visible}}`);

/**
 * Prevents endless reloads: a cookie that was set before did not help the server, and one that the browser
 * does not keep cannot help.
 */
const SCRIPT = trusted(`(() => {
const name = '${DEVICE_COOKIE}=';
const known = () => document.cookie.split('; ').find((one) => one.startsWith(name));
const { tablet } = document.querySelector('[data-tablet]').dataset;
const web = document.querySelector('[data-opened=web]');
const leave = (go) => { document.documentElement.className = 'going'; go(); };
const probe = () => {
const device = navigator.maxTouchPoints > 1 ? tablet : 'desktop';
const before = known();
document.cookie = name + device + ';Path=/;Max-Age=31536000;SameSite=Lax' + (location.protocol === 'https:' ? ';Secure' : '');
if (before !== name + device && known() === name + device) leave(() => location.reload());
else if (device === 'desktop' && web) leave(() => location.replace(web.href));
};
if (document.prerendering) document.addEventListener('prerenderingchange', probe, { once: true });
else probe();
})();`);
