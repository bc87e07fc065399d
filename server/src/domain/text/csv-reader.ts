export interface CsvRow {
  /** The line of the file on which the row begins; the first line is 1. */
  readonly line: number;
  /** Its number, as a spreadsheet shows it: empty rows count. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Why a file cannot be read further: what follows the error would be guessed. */
export class RowError extends Error {
  override readonly name = 'RowError';
  readonly line: number;
  readonly row: number;

  /** `at`: its location, as in `CsvRow`. */
  constructor(at: { readonly line: number; readonly row: number }, detail: string) {
    super(detail);
    this.line = at.line;
    this.row = at.row;
  }
}

/** The maximum length of a row, in characters. A quote that is not closed would otherwise fill the memory. */
export const MAX_ROW_LENGTH = 256 * 1024;
const MAX_CELLS = 1000;
const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Reads CSV (RFC 4180) from pieces of text, row by row. Rows end with LF, CRLF or CR; rows without a value are left out. The
 * separator is the one of comma, semicolon, tab and bar that the first row has most often, or that of a first row `sep=;`,
 * which Excel reads.
 */
export class CsvReader {
  #separator: string | undefined;
  /** Whether the current row only names the separator. */
  #namesSeparator = false;
  /** Text before the separator is known. */
  #waiting = '';
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #afterReturn = false;
  #cells: string[] = [];
  #cell = '';
  #line = 1;
  #rowLine = 1;
  #row = 1;
  #length = 0;

  /** Reads a piece. Throws `RowError`. */
  *read(piece: string): Generator<CsvRow, void, void> {
    if (this.#separator !== undefined) return yield* this.#rows(piece);
    this.#waiting += piece;
    const first = firstRow(this.#waiting);
    if (first === undefined && this.#waiting.length <= MAX_ROW_LENGTH) return;
    yield* this.#begin(first ?? this.#waiting);
  }

  /** Ends the file. Throws `RowError`. */
  *end(): Generator<CsvRow, void, void> {
    if (this.#separator === undefined) yield* this.#begin(this.#waiting);
    if (this.#state === 'quoted') {
      throw new RowError(this.#start, 'has a quoted value without a closing quote');
    }
    const row = this.#endRow();
    if (row) yield row;
  }

  *#begin(first: string): Generator<CsvRow, void, void> {
    const named = /^sep=([,;\t|])$/i.exec(first)?.[1];
    this.#namesSeparator = named !== undefined;
    this.#separator = named ?? separatorOf(first);
    const text = this.#waiting.replace(/^\uFEFF/, '');
    this.#waiting = '';
    yield* this.#rows(text);
  }

  *#rows(text: string): Generator<CsvRow, void, void> {
    for (let at = 0; at < text.length;) {
      if (this.#state === 'quoted') {
        at = this.#readQuoted(text, at);
        continue;
      }
      const char = text.charAt(at);
      if (this.#state === 'quote' && char === '"') {
        this.#append('"');
        this.#state = 'quoted';
        at++;
      } else if (char === this.#separator) {
        this.#endCell();
        at++;
      } else if (char === '\n' || char === '\r') {
        const isSecond = char === '\n' && this.#afterReturn;
        this.#afterReturn = char === '\r';
        at++;
        if (isSecond) continue;
        const row = this.#endRow();
        this.#rowLine = ++this.#line;
        this.#row++;
        if (row) yield row;
        continue;
      } else if (this.#state === 'start' && char === '"') {
        this.#state = 'quoted';
        at++;
      } else if (this.#state === 'quote') {
        throw new RowError({ line: this.#line, row: this.#row }, 'has text after a closing quote');
      } else {
        at = this.#readPlain(text, at);
      }
      this.#afterReturn = false;
    }
  }

  #readPlain(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at++) {
      const char = text.charAt(at);
      if (char === this.#separator || char === '\n' || char === '\r') break;
    }
    this.#state = 'plain';
    this.#append(text.slice(from, at));
    return at;
  }

  #readQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    const inside = text.slice(from, end);
    // A CR at the end of a piece and an LF at the start of the next one are one line break.
    for (let at = 0; at < inside.length; at++) {
      const char = inside.charCodeAt(at);
      if (char === 13 || (char === 10 && !this.#afterReturn)) this.#line++;
      this.#afterReturn = char === 13;
    }
    this.#append(inside);
    if (quote === -1) return end;
    this.#afterReturn = false;
    this.#state = 'quote';
    return quote + 1;
  }

  /** Where the current row begins. */
  get #start(): { readonly line: number; readonly row: number } {
    return { line: this.#rowLine, row: this.#row };
  }

  #append(text: string): void {
    this.#cell += text;
    this.#length += text.length;
    if (this.#length <= MAX_ROW_LENGTH) return;
    const detail = `has more than ${MAX_ROW_LENGTH} characters; is a closing quote missing?`;
    throw new RowError(this.#start, detail);
  }

  #endCell(): void {
    if (this.#cells.length === MAX_CELLS) {
      throw new RowError(this.#start, `has more than ${MAX_CELLS} values`);
    }
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): CsvRow | undefined {
    const isEmpty = this.#state === 'start' && this.#cells.length === 0;
    if (isEmpty) return undefined;
    this.#endCell();
    const row = { ...this.#start, cells: this.#cells };
    this.#cells = [];
    this.#length = 0;
    if (this.#namesSeparator) {
      this.#namesSeparator = false;
      return undefined;
    }
    // Spreadsheets write rows of separators below a table.
    return row.cells.every((cell) => cell === '') ? undefined : row;
  }
}

/** The first row that is not empty, without what is in quotes; undefined: it is not complete yet. */
function firstRow(text: string): string | undefined {
  let row = '';
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      at = text.indexOf('"', at + 1);
      if (at === -1) return undefined;
      row += '"';
    } else if (char !== '\n' && char !== '\r') row += char;
    else if (row !== '') return row;
  }
  return undefined;
}

function separatorOf(row: string): string {
  const count = (separator: string): number => row.split(separator).length - 1;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best));
}
