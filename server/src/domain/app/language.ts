/** The languages of the pages that visitors see. */
export const LANGUAGES = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pt',
  'zh',
  'zh-Hant',
] as const;
export type Language = (typeof LANGUAGES)[number];
