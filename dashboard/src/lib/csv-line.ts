/** Text that a spreadsheet would run as a formula, also behind apostrophes: exports put one more in front. */
const FORMULA = /^'*[=+\-@\t\r]/;
const SPECIAL = /[",\r\n]/;

/** A line of CSV, with an apostrophe before texts that a spreadsheet would run as a formula. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell before an export protected it. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
