const TAG = /^\s*([a-z]{2,3})(?:-(?:([a-z]{4})-?)?([a-z]{2}|\d{3})?)?(?=[\s;,-]|$)/i;

/**
 * The first language of an `Accept-Language` header, such as `pt-BR` or `zh-Hant-TW`; '' if there is none.
 * Browsers send the preferred language first.
 */
export function languageTag(header: string): string {
  const [, language, script, region] = TAG.exec(header) ?? [];
  if (language === undefined) return '';
  const parts = [language.toLowerCase()];
  if (script !== undefined) parts.push(capitalized(script));
  if (region !== undefined) parts.push(region.toUpperCase());
  return parts.join('-');
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}
