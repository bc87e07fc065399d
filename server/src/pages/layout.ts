import { escapeHtml } from './html.ts';
import { colorOf, iconOf, mark } from './appearance.ts';
import { styleOf } from './style.ts';
import type { View } from './view.ts';

/** A whole page for people: nothing from elsewhere, small enough for the first packets. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `head`, `body` and `style` are written by us; every outside text in them went through `escapeHtml`. */
export interface Content {
  readonly title: string;
  readonly body: string;
  readonly head?: string | undefined;
  readonly style?: string | undefined;
  /** Its data is in the page, never in the script. */
  readonly script?: string | undefined;
}

/** The first packets of a connection carry about this much. */
const MAX_PAGE_BYTES = 14 * 1024;

export function fits({ html }: Page): boolean {
  return Buffer.byteLength(html) < MAX_PAGE_BYTES;
}

/** A page with the mark of the app on top; an icon that is too much for it is left out. */
export function card(content: Content, view: View): Page {
  const { appearance } = view;
  const whole = page({ ...content, body: `${mark(appearance)}\n${content.body}` }, view);
  if (iconOf(appearance) === undefined || fits(whole)) return whole;
  const { icon: _, ...rest } = appearance;
  return card(content, { ...view, appearance: rest });
}

export function page({ title, body, head, style, script }: Content, view: View): Page {
  const { language, appearance, nonce } = view;
  const html = `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>${head ? `\n${head}` : ''}
<style nonce="${nonce}">${styleOf(colorOf(appearance))}${style ?? ''}</style>
</head>
<body>
<main>
${body}
</main>${script === undefined ? '' : `\n<script nonce="${nonce}">${script}</script>`}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    ...(iconOf(appearance) === undefined ? [] : ['img-src data:']),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-security-policy': policy.join('; '),
      'cache-control': 'private, no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  };
}

export function button(href: string, label: string, attributes = ''): string {
  return `\n<a class="button" href="${escapeHtml(href)}"${attributes}>${label}</a>`;
}

/** The second way, and the name of the place that it leads to. */
export function quietLink(href: string, label: string, place?: string, attributes = ''): string {
  return `\n<a class="quiet" href="${escapeHtml(href)}"${attributes}>${label}${productName(place)}</a>`;
}

export function productName(place: string | undefined): string {
  return place === undefined ? '' : `<small class="place">${escapeHtml(place)}</small>`;
}
