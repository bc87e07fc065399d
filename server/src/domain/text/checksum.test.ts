import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  checksumText,
  differingColumns,
  isSame,
  NO_ROWS,
  withRows,
  type Checksum,
  type StoredRow,
} from './checksum.ts';

const of = (rows: readonly StoredRow[]): Checksum => withRows(NO_ROWS, rows);

const ROW = { id: 17, code: 'H7kTq2Rb', metadata: '{ "n" : 1.50 }', redeem_limit: null };

const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger(), fc.constant(null));
const row: fc.Arbitrary<StoredRow> = fc.record({ id: fc.integer(), a: value, b: value });

describe('the checksum of rows', () => {
  it('is the same for any order and any batches', () => {
    fc.assert(
      fc.property(fc.array(row), fc.nat(), (rows, cut) => {
        const backwards = rows.toReversed();
        const at = cut % (rows.length + 1);
        const inTwo = withRows(of(backwards.slice(0, at)), backwards.slice(at));
        assert.ok(isSame(of(rows), inTwo));
        assert.equal(checksumText(of(rows)), checksumText(inTwo));
      }),
    );
  });

  it('does not depend on the order of columns or on prototypes', () => {
    const turned = Object.fromEntries(Object.entries(ROW).toReversed());
    const bare = Object.assign(Object.create(null) as object, ROW);
    for (const same of [turned, bare]) assert.ok(isSame(of([ROW]), of([same])));
  });

  const others: Record<string, StoredRow[]> = {
    'a byte of a text': [{ ...ROW, metadata: '{ "n" : 1.5 }' }],
    'a number that is a text': [{ ...ROW, id: '17' }],
    'a null that is a text': [{ ...ROW, redeem_limit: 'null' }],
    'a null that is empty': [{ ...ROW, redeem_limit: '' }],
    'a null that is 0': [{ ...ROW, redeem_limit: 0 }],
    'two values that changed places': [{ ...ROW, code: ROW.metadata, metadata: ROW.code }],
    'a row twice': [ROW, ROW],
    'no row': [],
  };
  for (const [what, rows] of Object.entries(others)) {
    it(`distinguishes ${what}`, () => {
      assert.ok(!isSame(of([ROW]), of(rows)));
      assert.notEqual(checksumText(of([ROW])), checksumText(of(rows)));
    });
  }

  it('has the same length for any number of rows', () => {
    const many = of(Array.from({ length: 100 }, (_, id) => ({ ...ROW, id })));
    assert.equal(many.rows, 100);
    for (const { length } of [checksumText(many), checksumText(NO_ROWS)]) assert.equal(length, 64);
  });
});

describe('differingColumns', () => {
  it('returns the columns with different or missing values', () => {
    assert.deepEqual(differingColumns(ROW, { ...ROW }), []);
    assert.deepEqual(differingColumns(ROW, { ...ROW, redeem_limit: 0, code: 'x', more: 1 }), [
      'code',
      'more',
      'redeem_limit',
    ]);
  });
});
