import type { Language } from '../domain/app/language.ts';
import { titleOf } from './appearance.ts';
import { html, type Html } from './html.ts';
import { DE } from './texts/de.ts';
import { EN, type Texts } from './texts/en.ts';
import { ES } from './texts/es.ts';
import { FR } from './texts/fr.ts';
import { IT } from './texts/it.ts';
import { JA } from './texts/ja.ts';
import { KO } from './texts/ko.ts';
import { NL } from './texts/nl.ts';
import { PT } from './texts/pt.ts';
import { ZH_HANT } from './texts/zh-Hant.ts';
import { ZH } from './texts/zh.ts';
import type { View } from './view.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  it: IT,
  ja: JA,
  ko: KO,
  nl: NL,
  pt: PT,
  zh: ZH,
  'zh-Hant': ZH_HANT,
};

/** A text in the language of the visitor. */
export function say(view: View, key: keyof Texts, browser = ''): Html {
  const [before, name, after] = partsOf(view, key, browser);
  // The direction of a name can differ from that of the text.
  return html`${before}${name && html`<bdi>${name}</bdi>`}${after}`;
}

/** The same as plain text. */
export function plainText(view: View, key: keyof Texts): string {
  return partsOf(view, key, '').join('');
}

const NAMED = /^(.*)\[(.*)\{(app|browser)\}(.*)\|(.*)\](.*)$/;

/** A text, or the parts before, in and after a name. */
function partsOf(
  { language, appearance }: View,
  key: keyof Texts,
  browser: string,
): [before: string, name?: string, after?: string] {
  const text = TEXTS[language][key];
  const named = NAMED.exec(text);
  if (!named) return [text];
  const [, start = '', before = '', kind, after = '', withoutName = '', end = ''] = named;
  const name = kind === 'app' ? titleOf(appearance) : browser;
  return name ? [start + before, name, after + end] : [start + withoutName + end];
}
