/** Text that a spreadsheet would run as a formula, also behind apostrophes, so that each can be removed again. */
const FORMULA = /^'*[=+\-@\t\r]/;
/**
 * A formula that would begin a cell if the separator of the spreadsheet is another one, as in German: then quotes in the
 * middle of a cell have no meaning, and a line break ends the row.
 */
const FORMULA_INSIDE = /([;\t\r\n]"*)(?=[=+\-@])/g;
const SPECIAL = /[",\r\n]/;

/**
 * A line of CSV (RFC 4180). Texts from visitors are not run as formulas: a spreadsheet shows a text that begins with
 * `=`, `+`, `-`, `@`, a tab or a carriage return with an apostrophe in front. `withoutApostrophe` removes it.
 */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/**
 * A line of CSV that no import reads again. It also protects formulas after a semicolon, a tab or a line break with an
 * apostrophe, which `withoutApostrophe` does not remove.
 */
export function csvLineForAnySeparator(values: readonly (string | number)[]): string {
  return csvLine(
    values.map((value) =>
      typeof value === 'number' ? value : value.replaceAll(FORMULA_INSIDE, "$1'"),
    ),
  );
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell before `csvLine` protected it. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
