import { LANGUAGES, type Language } from '../domain/app/language.ts';

/** Longer than what browsers send. The rest is ignored. */
const MAX_LENGTH = 500;
const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/;

/** The language that a browser prefers in `Accept-Language`, of those that we have; otherwise English. */
export function pickLanguage(acceptLanguage: string | undefined): Language {
  let best: Language = 'en';
  let bestQuality = 0;
  for (const item of (acceptLanguage ?? '').slice(0, MAX_LENGTH).split(',')) {
    const [, range = '', q = '1'] = RANGE.exec(item.trim()) ?? [];
    const language = languageOf(range.toLowerCase());
    // Of two with the same quality, the first one counts.
    if (language === undefined || Number(q) <= bestQuality) continue;
    best = language;
    bestQuality = Number(q);
  }
  return best;
}

/** RFC 4647 3.4: a regional variant is matched by its language. `*` matches none: English is the default. */
function languageOf(range: string): Language | undefined {
  if (TRADITIONAL.test(range)) return 'zh-Hant';
  const [first] = range.split('-');
  return LANGUAGES.find((language) => language === first);
}
