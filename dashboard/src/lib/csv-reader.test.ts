import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvLine, withoutApostrophe } from './csv-line.ts';
import { CsvReader, MAX_ROW_LENGTH, RowError, type CsvRow } from './csv-reader.ts';

function rowsOf(...pieces: readonly string[]): CsvRow[] {
  const reader = new CsvReader();
  return [...pieces.flatMap((piece) => [...reader.read(piece)]), ...reader.end()];
}

const cellsOf = (...pieces: readonly string[]) => rowsOf(...pieces).map(({ cells }) => cells);

describe('a reader of CSV', () => {
  it('reads quotes, separators and line breaks, in pieces of any length', () => {
    for (const [text, rows] of [
      ['', []],
      [
        '\uFEFF"a",b\r\nc,"d ""e"", f\r\ng"\r\n',
        [
          ['a', 'b'],
          ['c', 'd "e", f\r\ng'],
        ],
      ],
      [
        'a;b;c,d\n"d;e";f;g\r',
        [
          ['a', 'b', 'c,d'],
          ['d;e', 'f', 'g'],
        ],
      ],
      [
        'a\tb\n\n\n""\t,',
        [
          ['a', 'b'],
          ['', ','],
        ],
      ],
      ['a,b"c,5"', [['a', 'b"c', '5"']]],
    ] as [string, string[][]][]) {
      assert.deepEqual(cellsOf(text), rows, text);
      assert.deepEqual(cellsOf(...text.split('')), rows, text);
    }
  });

  it('numbers rows as a spreadsheet does', () => {
    const text = 'a\r\n\r\n"b\r\nb"\r\nc\rd';
    for (const pieces of [[text], text.split('')]) {
      assert.deepEqual(
        rowsOf(...pieces).map(({ row }) => row),
        [1, 3, 4, 5],
      );
    }
  });

  it('refuses what would be guessed, with the row', () => {
    for (const [text, row, error] of [
      ['a\n"b', 2, /without a closing quote/],
      ['a\n\n"b"c', 3, /text after a closing quote/],
      [`a\n"${'x'.repeat(MAX_ROW_LENGTH + 1)}`, 2, /more than 262144 characters/],
    ] as const) {
      assert.throws(
        () => rowsOf(text),
        (thrown) => thrown instanceof RowError && thrown.row === row && error.test(thrown.message),
      );
    }
  });

  it('reads what is written, also formulas', () => {
    const rows = [
      ['=1+1', "'=2", '-a', '@', '\tx'],
      ['a,b', '"', 'x\r\ny', '', "it's"],
    ];
    const text = rows.map(csvLine).join('');
    assert.match(text, /^'=1\+1,''=2,'-a,'@,'\tx\r\n/);
    assert.deepEqual(
      cellsOf(text).map((cells) => cells.map(withoutApostrophe)),
      rows,
    );
  });
});
