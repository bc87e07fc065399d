import { html, type Html } from './html.ts';
import { isWebAddress } from './location.ts';

/** How an app looks on pages for visitors. The values can be anything; the functions below check them. */
export interface Appearance {
  readonly title?: string;
  /** A `data:` address, so that the page loads nothing. */
  readonly icon?: string;
  /** `#rrggbb` */
  readonly color?: string;
  /** The web address that pages for unavailable links point to. */
  readonly home?: string;
}

const MAX_ICON_LENGTH = 6144;
const ICON = /^data:image\/(?:png|webp|jpeg|svg\+xml);base64,[a-z0-9+/]+={0,2}$/i;
const COLOR = /^#[0-9a-f]{6}$/i;
const OWN_COLOR = '#2b59ff';

export function titleOf({ title }: Appearance): string | undefined {
  return title?.trim() || undefined;
}

export function iconOf({ icon }: Appearance): string | undefined {
  return icon !== undefined && icon.length <= MAX_ICON_LENGTH && ICON.test(icon) ? icon : undefined;
}

export function colorOf({ color }: Appearance): string {
  return color !== undefined && COLOR.test(color) ? color.toLowerCase() : OWN_COLOR;
}

export function homeOf({ home }: Appearance): string | undefined {
  return isWebAddress(home) ? home : undefined;
}

/** The logo of a page: the icon of the app, otherwise its first letter, otherwise the Smartlink logo. */
export function logo(appearance: Appearance): Html {
  const icon = iconOf(appearance);
  if (icon !== undefined)
    return html`<img class="mark" src="${icon}" alt="" width="72" height="72">`;
  const title = titleOf(appearance);
  if (title === undefined) return SMARTLINK_LOGO;
  return html`<div class="mark" aria-hidden="true">${firstLetter(title)}</div>`;
}

const LETTERS = new Intl.Segmenter();

/** As people see it, with its accents or all parts of an emoji. */
function firstLetter(title: string): string {
  const [first] = LETTERS.segment(title);
  const letter = first?.segment ?? '';
  const capital = letter.toUpperCase();
  // The upper case of "ß" has two letters.
  return capital.length === letter.length ? capital : letter;
}

/** Two links of a chain. */
const SMARTLINK_LOGO = html`<div class="mark"><svg width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10 13.5a4.5 4.5 0 0 0 6.6.4l2.6-2.6a4.5 4.5 0 0 0-6.4-6.4l-1.4 1.4"/><path d="M14 10.5a4.5 4.5 0 0 0-6.6-.4l-2.6 2.6a4.5 4.5 0 0 0 6.4 6.4l1.4-1.4"/></svg></div>`;
