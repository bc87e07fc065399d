/** Text that a spreadsheet would run as a formula, also behind apostrophes, so that each can be removed again. */
const FORMULA = /^'*[=+\-@\t\r]/;
/**
 * A formula that would begin a cell if the separator of the spreadsheet is another one, as in German: then quotes in the
 * middle of a cell have no meaning, and a line break ends the row.
 */
const FORMULA_INSIDE = /([;\t\r\n]"*'*)(?=[=+\-@])/g;
const PROTECTED_INSIDE = /([;\t\r\n]"*'*)'(?=[=+\-@])/g;
const SPECIAL = /[",\r\n]/;

/**
 * A line of CSV (RFC 4180). Texts from visitors are not run as formulas: a spreadsheet shows an apostrophe before `=`, `+`,
 * `-`, `@`, a tab or a carriage return at the beginning of a text, and before the first four after a semicolon, a tab or a
 * line break. `withoutApostrophes` removes it.
 */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inside = value.replaceAll(FORMULA_INSIDE, "$1'");
  const safe = FORMULA.test(inside) ? `'${inside}` : inside;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell before `csvLine` protected it. */
export function withoutApostrophes(text: string): string {
  const own = text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
  return own.replaceAll(PROTECTED_INSIDE, '$1');
}
