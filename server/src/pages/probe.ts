import type { Tablet } from '../platform/rules.ts';
import { DEVICE_COOKIE } from '../visit/facts.ts';
import { button, card, quietLink, type Page } from './layout.ts';
import { locationOf } from './location.ts';
import { say, plainText } from './text-of.ts';
import type { View } from './view.ts';

/**
 * The destinations for a tablet that identifies itself as a desktop, and for a desktop; only a script can
 * distinguish them.
 */
export interface ProbeWays {
  readonly tablet: Tablet;
  readonly app: string;
  readonly web: string | undefined;
}

/** Finds out what the device is, and asks again; who has no script or no cookies chooses. */
export function probePage({ tablet, app, web }: ProbeWays, view: View): Page {
  const onward = web === undefined ? '' : otherWay(web, view);
  return card(
    {
      title: plainText(view, 'probeHeading'),
      body: `<h1>${say(view, 'probeHeading')}</h1>
<p>${say(view, 'probeText')}</p>${button(app, say(view, 'openButton'), ` data-tablet="${tablet}"`)}${onward}`,
      style: STYLE,
      script: SCRIPT,
    },
    view,
  );
}

function otherWay(web: string, view: View): string {
  return quietLink(web, say(view, 'web'), locationOf(web), ' data-web');
}

// Nothing flickers when the page goes on at once; when the network is slow it shows after all.
const STYLE = `
.going main{visibility:hidden;animation:show 0s 2s forwards}
@keyframes show{to{visibility:visible}}`;

/**
 * A cookie that is there already was no help to the server, and one that does not stay cannot be: then
 * asking again would never end.
 */
const SCRIPT = `(() => {
const name = '${DEVICE_COOKIE}=';
const known = () => document.cookie.split('; ').find((one) => one.startsWith(name));
const { tablet } = document.querySelector('[data-tablet]').dataset;
const web = document.querySelector('[data-web]');
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
})();`;
