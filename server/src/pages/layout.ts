import { colorOf, iconOf, logo, type Appearance } from './appearance.ts';
import { html, type Code, type Html, type Value } from './html.ts';
import { locationOf } from './location.ts';
import { contentSecurityPolicy } from './policy.ts';
import { styleOf } from './style.ts';
import type { View } from './view.ts';

/** A complete page with its headers. It loads nothing else. */
export interface HtmlPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Content {
  readonly title: string;
  readonly body: Html;
  readonly head?: Html | undefined;
  /** In addition to the style of every page. */
  readonly style?: Code | undefined;
  /** It reads its data from the page. */
  readonly script?: Code | undefined;
}

/** About as much as the first packets of a connection carry. */
const MAX_PAGE_BYTES = 14 * 1024;

/** The first page that fits into the first packets of a connection, otherwise the last one. */
export function firstThatFits(page: () => HtmlPage, ...others: (() => HtmlPage)[]): HtmlPage {
  const made = page();
  const [next, ...rest] = others;
  const fits = Buffer.byteLength(made.html) < MAX_PAGE_BYTES;
  return fits || !next ? made : firstThatFits(next, ...rest);
}

/** A page with the logo of the app at the top. An icon that is too large for the page is left out. */
export function pageWithLogo(content: Content, view: View): HtmlPage {
  const make = (appearance: Appearance) => (): HtmlPage => {
    const body = html`${logo(appearance)}\n${content.body}`;
    return htmlPage({ ...content, body }, { ...view, appearance });
  };
  const { icon: _, ...withoutIcon } = view.appearance;
  const hasIcon = iconOf(view.appearance) !== undefined;
  return firstThatFits(make(view.appearance), ...(hasIcon ? [make(withoutIcon)] : []));
}

export function htmlPage({ title, body, head, style, script }: Content, view: View): HtmlPage {
  const { language, appearance } = view;
  const common = styleOf(colorOf(appearance));
  const page = html`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>${head}
<style>${common}</style>${style && html`\n<style>${style}</style>`}
</head>
<body>
<main>
${body}
</main>${script && html`\n<script>${script}</script>`}
</body>
</html>
`;
  return {
    html: page.toString(),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': contentSecurityPolicy({
        styles: style === undefined ? [common] : [common, style],
        script,
        hasIcon: iconOf(appearance) !== undefined,
      }),
      'cache-control': 'private, no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  };
}

export function button(href: string, label: Html): Html {
  return html`\n<a class="button" href="${href}">${label}</a>`;
}

/** A link that draws less attention than a button. */
export function quietLink(href: string, label: Value): Html {
  return html`\n<a class="quiet" href="${href}">${label}</a>`;
}

/** The name of the destination, below a link to it. */
export function locationName(address: string): Html | undefined {
  const name = locationOf(address);
  return name === undefined ? undefined : html`<small class="place">${name}</small>`;
}
