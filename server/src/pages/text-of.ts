import { escapeHtml } from './html.ts';
import type { Language } from '../domain/app/language.ts';
import { titleOf } from './appearance.ts';
import { DE } from './texts/de.ts';
import { EN } from './texts/en.ts';
import { ES } from './texts/es.ts';
import { FR } from './texts/fr.ts';
import { IT } from './texts/it.ts';
import { JA } from './texts/ja.ts';
import { KO } from './texts/ko.ts';
import { NL } from './texts/nl.ts';
import { PT } from './texts/pt.ts';
import type { Texts } from './texts/texts.ts';
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

/** A text in the language of the visitor, as HTML. */
export function say(view: View, key: keyof Texts, browser = ''): string {
  // A name may run the other way than the sentence around it.
  return filled(view, key, browser, (name) => `<bdi>${escapeHtml(name)}</bdi>`);
}

/** The same as plain text. */
export function plainText(view: View, key: keyof Texts): string {
  return filled(view, key, '', (name) => name);
}

function filled(
  { language, appearance }: View,
  key: keyof Texts,
  browser: string,
  write: (name: string) => string,
): string {
  const names = new Map([
    ['{app}', titleOf(appearance)],
    ['{browser}', browser],
  ]);
  const text = TEXTS[language][key];
  if (typeof text === 'string') return text;
  const { named, plain } = text;
  const known = named.match(PLACES)?.every((place) => names.get(place));
  return known ? named.replace(PLACES, (place) => write(names.get(place) ?? '')) : plain;
}

const PLACES = /\{(?:app|browser)\}/g;
