/**
 * Reads comma-separated values as RFC 4180 has them: a field in quotes may hold commas, line breaks
 * and doubled quotes; rows end with LF or CRLF; a byte order mark is passed over. Empty rows are
 * left out, and still counted, so that `row` is the number that a spreadsheet shows.
 *
 * Throws where the text is no such thing: every field after that place would be a guess.
 * @param {string} text
 * @returns {{ row: number, fields: string[] }[]}
 */
export function parseCsv(text) {
  // A field, in quotes or plain, and what ends it.
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const rows = [];
  let fields = [];
  field.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  for (let row = 1; ;) {
    const start = field.lastIndex;
    const found = field.exec(text);
    if (!found) throw new SyntaxError(`row ${row}: ${fault(text[start])}`);
    const [, quoted, plain = '', end] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '' || quoted !== undefined) rows.push({ row, fields });
    if (end === '') return rows;
    fields = [];
    row++;
  }
}

function fault(first) {
  return first === '"'
    ? 'a field in quotes does not end as it should. Write a quote inside of it as "".'
    : 'a quote or a lone carriage return stands in a field that is not in quotes.';
}

/** One row, with quotes where they are needed. @param {string[]} fields */
export function formatCsv(fields) {
  const written = fields.map((text) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
  );
  return `${written.join(',')}\n`;
}
