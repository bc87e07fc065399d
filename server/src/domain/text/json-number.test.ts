import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { assertCpuTimeOf } from '../../../test/worst-case/slowness.ts';
import { denotes, numbersThatChange } from './json-number.ts';

describe('a number in JSON', () => {
  const KEPT = [
    '0',
    '-0',
    '0.0e5',
    '0e99999999999999999999',
    '1.10',
    '1e2',
    '1E+2',
    '100.000000000000000000000',
    '0.1',
    '5e-324',
    '1.7976931348623157e-300',
    '0.12345678901234568',
    '9007199254740991',
    '900719925474099.1',
    '1e21',
    '12300000000000000000000e-20',
  ];
  for (const source of KEPT) {
    it(`${source} is kept by a double`, () => assert.ok(denotes(source, Number(source))));
  }

  const CHANGED = [
    '0.1234567890123456789',
    '0.1000000000000000055511151231257827',
    '9007199254740993',
    '1.00000000000000000001',
    '-3.14159265358979323846',
    '4.9e-324',
    '1e-400',
    '1e400',
  ];
  for (const source of CHANGED) {
    it(`${source} is not kept`, () => assert.ok(!denotes(source, Number(source))));
  }

  it('is kept for every number that JavaScript writes, in any spelling', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(number, fc.nat(30), (value, zeros) => {
        const [mantissa = '', exponent = '0'] = String(value).split('e');
        const padded = `${mantissa}${mantissa.includes('.') ? '' : '.'}${'0'.repeat(zeros + 1)}`;
        assert.ok(denotes(`${padded}E${exponent}`, value));
      }),
    );
  });

  it('of at most 15 digits is not checked further and does not change', () => {
    const short = fc.tuple(fc.bigInt(-999_999_999_999_999n, 999_999_999_999_999n), fc.nat(99));
    fc.assert(
      fc.property(short, ([digits, exponent]) => {
        for (const source of [`${digits}e${exponent}`, `${digits}e-${exponent}`]) {
          assert.ok(denotes(source, Number(source)), source);
        }
      }),
    );
  });
});

describe('numbersThatChange', () => {
  it('finds numbers at any location, but not digits in strings', () => {
    const text = '{"a":0.1234567890123456789,"b/c":["0.1234567890123456789",{"d":[1, -1e-400 ]}]}';
    assert.deepEqual(numbersThatChange(text, '/metadata'), [
      { pointer: '/metadata/a', kept: 0.12345678901234568 },
      { pointer: '/metadata/b~1c/1/d/1', kept: -0 },
    ]);
  });

  it('takes linear time', () => {
    const zeros = `[0.${'0'.repeat(15_000)}1,1${'0'.repeat(15_000)}1e-15001]`;
    assertCpuTimeOf(() => assert.equal(numbersThatChange(zeros, '').length, 2), 1000);
  });
});
