/**
 * Reads comma-separated values according to RFC 4180: a quoted field can contain commas, line breaks and
 * doubled quotes; rows end with LF or CRLF; a byte order mark is ignored. Empty rows are omitted, but
 * counted, so that `row` is the number that a spreadsheet shows.
 *
 * Throws a `SyntaxError` for invalid text: the fields after the error would be unreliable.
 * @param {string} text
 * @returns {{ row: number, fields: string[] }[]}
 */
export function parseCsv(text) {
  // A quoted or plain field, and what ends it.
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const rows = [];
  let fields = [];
  field.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  for (let row = 1; ;) {
    const start = field.lastIndex;
    const found = field.exec(text);
    if (!found) throw new SyntaxError(`row ${row}: ${issueAt(text[start])}`);
    const [, quoted, plain = '', end] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '' || quoted !== undefined) rows.push({ row, fields });
    if (end === '') return rows;
    fields = [];
    row++;
  }
}

function issueAt(first) {
  return first === '"'
    ? 'a quoted field does not end correctly. Write a quote inside it as "".'
    : 'a field without quotes contains a quote or a carriage return without a line feed.';
}

/** Formats one row, with quotes if they are needed. @param {string[]} fields */
export function formatCsv(fields) {
  const written = fields.map((text) =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
  );
  return `${written.join(',')}\n`;
}
