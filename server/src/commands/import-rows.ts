import { fieldsOf } from '../domain/link/import-columns.ts';
import type { ColumnChoice, ColumnFields } from '../domain/link/link-cells.ts';
import { requestOfCells, requestOfLine } from '../domain/link/import-row.ts';
import { CsvReader, MAX_ROW_LENGTH, RowError, type CsvRow } from '../domain/text/csv-reader.ts';
import type { Refused } from '../domain/text/issue.ts';
import type { JsonText } from '../domain/text/json.ts';
import { orRefuse, refuse } from '../problem.ts';

/** A row of a file with the request that creates its link, or its errors. */
export interface ImportRow {
  readonly line: number;
  readonly request: { readonly json: JsonText } | Refused;
}

/**
 * The rows of CSV with a header, or of NDJSON: then the text begins with `{`. `missing` gets the chosen columns that no line
 * of NDJSON has; in CSV, they are errors of the header.
 * @throws `validation_failed` for a header that cannot be used, `RowError` for text that cannot be read further
 */
export async function* importRows(
  pieces: AsyncIterable<string>,
  choice: ColumnChoice,
  missing: Set<string>,
): AsyncGenerator<ImportRow, void, void> {
  let read: ((piece: string | undefined) => Iterable<ImportRow>) | undefined;
  let start = '';
  for await (const piece of pieces) {
    if (read) {
      yield* read(piece);
      continue;
    }
    start += piece;
    if (start.trim() === '') {
      if (start.length <= MAX_ROW_LENGTH) continue;
      refuse([{ pointer: '/file', detail: 'begins with too much white space; remove it' }]);
    }
    if (/^\s*\[\s*(?:\{|$)/.test(start)) {
      refuse([
        {
          pointer: '/file',
          detail: 'begins with "["; NDJSON has one object per line, without [ ]',
        },
      ]);
    }
    read = start.trimStart().startsWith('{') ? ndjsonRows(choice, missing) : csvRows(choice);
    yield* read(start);
  }
  if (!read) refuse([{ pointer: '/file', detail: 'is empty' }]);
  yield* read(undefined);
}

/** Takes the pieces of a file, then undefined. */
function csvRows(choice: ColumnChoice) {
  const reader = new CsvReader();
  let fields: ColumnFields | undefined;
  return function* (piece: string | undefined): Generator<ImportRow, void, void> {
    const rows: Iterable<CsvRow> = piece === undefined ? reader.end() : reader.read(piece);
    for (const { line, cells } of rows) {
      if (fields) {
        yield { line, request: requestOfCells(cells, fields) };
        continue;
      }
      ({ fields } = orRefuse(fieldsOf(cells, choice)));
    }
  };
}

function ndjsonRows(choice: ColumnChoice, missing: Set<string>) {
  for (const column of [...choice.mapped.values(), ...choice.ignored]) missing.add(column);
  let rest = '';
  let line = 0;
  return function* (piece: string | undefined): Generator<ImportRow, void, void> {
    const lines = piece === undefined ? [rest] : (rest + piece).split('\n');
    rest = piece === undefined ? '' : (lines.pop() ?? '');
    for (const text of lines) {
      line++;
      if (text.trim() === '') continue;
      const request = requestOfLine(text, choice);
      if ('columns' in request) for (const column of request.columns) missing.delete(column);
      yield { line, request };
    }
    if (rest.length > MAX_ROW_LENGTH) {
      const at = { line: line + 1, row: line + 1 };
      throw new RowError(at, `has more than ${MAX_ROW_LENGTH} characters`);
    }
  };
}
