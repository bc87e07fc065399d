import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { ROOT } from '#server/test/harness.ts';

interface Csv {
  readonly parseCsv: (text: string) => { row: number; fields: string[] }[];
  readonly formatCsv: (fields: readonly string[]) => string;
}

const EXAMPLE = join(ROOT, 'examples/node-create');
const { parseCsv, formatCsv } = (await import(pathToFileURL(join(EXAMPLE, 'csv.js')).href)) as Csv;

const READ: readonly [what: string, text: string, rows: readonly (readonly string[])[]][] = [
  ['nothing', '', []],
  ['one row', 'a,b', [['a', 'b']]],
  ['a line break at the end', 'a,b\n', [['a', 'b']]],
  ['empty fields', ',\n,,', [['', ''], ['', '', '']]], // prettier-ignore
  ['an empty field in quotes', '""', [['']]],
  ['quotes', '"a","b c"', [['a', 'b c']]],
  ['commas in quotes', '"a,b",c', [['a,b', 'c']]],
  ['doubled quotes', '"say ""a""",""""', [['say "a"', '"']]],
  ['line breaks in quotes', '"a\nb","c\r\nd"\r\ne,f', [['a\nb', 'c\r\nd'], ['e', 'f']]], // prettier-ignore
  ['CRLF', 'a,b\r\nc,d\r\n', [['a', 'b'], ['c', 'd']]], // prettier-ignore
  ['a byte order mark', '\uFEFF"a",b', [['a', 'b']]],
  ['a byte order mark elsewhere', 'a,\uFEFFb', [['a', '\uFEFFb']]],
  ['blanks, which belong to the field', ' a , b ', [[' a ', ' b ']]],
  ['semicolons and apostrophes', "a;b,it's", [['a;b', "it's"]]],
  ['other letters', 'ü,コ,🎁', [['ü', 'コ', '🎁']]],
];

const REFUSED: readonly [what: string, text: string, error: RegExp][] = [
  ['a quote that is not closed', 'a\n"b', /^SyntaxError: row 2: a quoted field does not end/],
  ['text behind a quote', '"a"b', /row 1: a quoted field does not end/],
  ['a blank behind a quote', '"a" ,b', /row 1: a quoted field does not end/],
  ['a quote in plain text', 'a,b"c', /row 1: a field without quotes contains/],
  ['a lone carriage return', 'a\rb', /row 1: a field without quotes contains/],
];

describe('the CSV reader of node-create', () => {
  for (const [what, text, rows] of READ) {
    it(`reads ${what}`, () => {
      assert.deepEqual(
        parseCsv(text).map(({ fields }) => fields),
        rows,
      );
    });
  }

  for (const [what, text, error] of REFUSED) {
    it(`refuses ${what}`, () => assert.throws(() => parseCsv(text), error));
  }

  it('numbers rows as a spreadsheet does', () => {
    const rows = parseCsv('a\n\n"b\nb"\nc').map(({ row }) => row);
    assert.deepEqual(rows, [1, 3, 4]);
  });

  it('reads what it writes', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', 'ü') });
    const row = fc.array(field, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const text = rows.map((fields) => formatCsv(fields)).join('');
        assert.deepEqual(
          parseCsv(text).map(({ fields }) => fields),
          rows,
        );
      }),
    );
  });

  it('reads a megabyte in one field', () => {
    const long = 'a""b,\n'.repeat(200_000);
    assert.equal(parseCsv(`"${long}"`)[0]?.fields[0]?.length, 1_000_000);
  });

  it('reads the file of the example: a hundred rows of three', () => {
    const [header, ...rows] = parseCsv(readFileSync(join(EXAMPLE, 'links.csv'), 'utf8'));
    assert.deepEqual(header?.fields, ['uri', 'coupon', 'redeem_limit']);
    assert.equal(rows.length, 100);
    assert.ok(rows.every(({ fields }) => fields.length === 3));
  });
});
