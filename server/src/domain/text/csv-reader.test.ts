import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { csvLine, withoutApostrophes } from './csv.ts';
import { RowError, CsvReader, MAX_ROW_LENGTH, type CsvRow } from './csv-reader.ts';

function rowsOf(...pieces: readonly string[]): CsvRow[] {
  const reader = new CsvReader();
  return [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()];
}

const cellsOf = (...pieces: readonly string[]) => rowsOf(...pieces).map(({ cells }) => cells);

const READ: readonly (readonly [
  what: string,
  text: string,
  rows: readonly (readonly string[])[],
])[] = [
  ['nothing', '', []],
  ['empty rows', '\r\n\n\r\r\n', []],
  ['a row without a line break', 'a,b', [['a', 'b']]],
  ['CRLF, LF and CR', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
  ['a byte order mark', '\uFEFF"a",b', [['a', 'b']]],
  ['empty values', 'a,\n,a,', [['a', ''], ['', 'a', '']]],
  ['rows of separators', 'a,b\n,\n,,\n""\nc,d\n,', [['a', 'b'], ['c', 'd']]],
  ['a separator that the file names', '\uFEFFsep=;\r\n\r\na,b,c;d\r\ne;', [['a,b,c', 'd'], ['e', '']]],
  ['a comma that the file names', 'sep=,\na,b;c;d', [['a', 'b;c;d']]],
  ['quotes', '"a,b","say ""hi""","two\r\nlines"', [['a,b', 'say "hi"', 'two\r\nlines']]],
  ['a quote within a plain value', 'a"b,5" pipe', [['a"b', '5" pipe']]],
  ['spaces, which belong to the value', ' a , b ', [[' a ', ' b ']]],
  ['semicolons', 'uri;name\na,b;"c;d"', [['uri', 'name'], ['a,b', 'c;d']]],
  ['tabs', 'uri\tname\na,b\tc', [['uri', 'name'], ['a,b', 'c']]],
  ['a first row with separators in quotes', '"a;b;c",d\ne,f', [['a;b;c', 'd'], ['e', 'f']]],
  ['one column', 'uri\na;b', [['uri'], ['a;b']]],
]; // prettier-ignore

const REFUSED: readonly (readonly [text: string, line: number, row: number, error: RegExp])[] = [
  ['a\n"b', 2, 2, /without a closing quote/],
  ['a\n"b\n\nc', 2, 2, /without a closing quote/],
  ['a\r\n"x\r\ny"z', 3, 2, /text after a closing quote/],
  ['a\n\n"b"c', 3, 3, /text after a closing quote/],
  ['"a" ,b', 1, 1, /text after a closing quote/],
  [`a\n"${'x'.repeat(MAX_ROW_LENGTH + 1)}`, 2, 2, /more than 262144 characters/],
  ['x'.repeat(MAX_ROW_LENGTH + 1), 1, 1, /more than 262144 characters/],
  [','.repeat(1001), 1, 1, /more than 1000 values/],
];

describe('a reader of CSV', () => {
  for (const [what, text, rows] of READ) {
    it(`reads ${what}`, () => {
      assert.deepEqual(cellsOf(text), rows);
      assert.deepEqual(cellsOf(...text.split('')), rows, 'character by character');
    });
  }

  for (const [text, line, row, error] of REFUSED) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.throws(
        () => rowsOf(text),
        (thrown) =>
          thrown instanceof RowError &&
          thrown.line === line &&
          thrown.row === row &&
          error.test(thrown.message),
      );
    });
  }

  it('numbers rows by the lines of the file, and as a spreadsheet does', () => {
    const text = 'a\r\n\r\n"b\r\nb"\r\nc\rd\n"e\re"\nf';
    for (const pieces of [[text], text.split('')]) {
      assert.deepEqual(
        rowsOf(...pieces).map(({ line, row }) => [line, row]),
        [
          [1, 1],
          [3, 3],
          [5, 4],
          [6, 5],
          [7, 6],
          [9, 7],
        ],
      );
    }
  });

  it('reads what an export writes, in pieces of any length', () => {
    const value = fc.string({ unit: fc.constantFrom(...'a,;"\r\n\t\'=-ü'.split('')) });
    const table = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 20 }), (rows, size) => {
        const text = [['h,1', 'h2', 'h3'], ...rows].map(csvLine).join('');
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        const read = cellsOf(...pieces).map((cells) => cells.map(withoutApostrophes));
        const filled = rows.filter((cells) => cells.some((cell) => cell !== ''));
        assert.deepEqual(read.slice(1), filled);
      }),
    );
  });

  it('reads a long value in many pieces in linear time', () => {
    const long = 'x""y,\n'.repeat(20_000);
    const pieces = Array.from({ length: 30 }, () => `"${long}",b\n`);
    assert.equal(rowsOf('h,i\n', ...pieces).length, 31);
  });
});
