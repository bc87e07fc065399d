import { homeOf } from './appearance.ts';
import { html, trusted, type Html } from './html.ts';
import { firstThatFits, pageWithLogo, quietLink, type HtmlPage } from './layout.ts';
import { qrCode } from './qr-code.ts';
import { plainText, say } from './text-of.ts';
import type { View } from './view.ts';

/** A page for computers with the QR code of a link that opens on phones. `address`: that of the link. */
export function scanPage(address: string, view: View): HtmlPage {
  const code = qrCode(address, 'address');
  const page = (image: Html | undefined) => (): HtmlPage =>
    pageWithLogo(
      {
        title: plainText(view, 'scanHeading'),
        body: html`<h1>${say(view, 'scanHeading')}</h1>
<p>${say(view, image === undefined ? 'scanTextWithoutCode' : 'scanText')}</p>
${image}
<p class="address" id="address" dir="ltr">${address}</p>${homeLink(view)}`,
        style: STYLE,
      },
      view,
    );
  return firstThatFits(page(code), page(undefined));
}

function homeLink(view: View): Html | undefined {
  const home = homeOf(view.appearance);
  return home === undefined ? undefined : quietLink(home, say(view, 'goHome'));
}

// Cameras read dark codes on a light ground, also in dark mode.
const STYLE =
  trusted(`.code{display:block;width:14rem;max-width:100%;margin:1.75rem auto 0;background:#fff;border:1px solid var(--line);border-radius:.875rem}
.address{font-size:.9375rem}`);
