import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  defaultValidUntil,
  invalidReason,
  MAX_VALID_SECONDS,
  nextPhaseAt,
  phaseAt,
  readValidity,
  validityIssues,
} from './validity.ts';

describe('the phase of a link', () => {
  for (const [validFrom, validUntil, now, phase, next] of [
    [null, null, 5, 'valid', Infinity],
    [10, null, 9, 'scheduled', 10],
    [10, null, 10, 'valid', Infinity],
    [null, 20, 19, 'valid', 20],
    [null, 20, 20, 'expired', Infinity],
    [10, 20, 9, 'scheduled', 10],
    [10, 20, 10, 'valid', 20],
    [10, 20, 19, 'valid', 20],
    [10, 20, 20, 'expired', Infinity],
  ] as const) {
    it(`from ${validFrom} until ${validUntil} is ${phase} at ${now}`, () => {
      assert.equal(phaseAt({ validFrom, validUntil }, now), phase);
      assert.equal(nextPhaseAt({ validFrom, validUntil }, now), next);
      assert.equal(invalidReason({ validFrom, validUntil }, now) === undefined, phase === 'valid');
    });
  }
});

describe('times of a request', () => {
  const at = (text: unknown) => readValidity({ valid_from: text }, undefined);
  for (const [text, utc] of [
    ['2026-12-24T18:00:00+01:00', '2026-12-24T17:00:00.000Z'],
    ['2026-12-24T18:00Z', '2026-12-24T18:00:00.000Z'],
    ['2026-12-24t18:00:00.5z', '2026-12-24T18:00:00.500Z'],
    ['2026-12-24T00:15:00-03:30', '2026-12-24T03:45:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ] as const) {
    it(`${text} is ${utc}`, () => {
      const { edit, issues } = at(text);
      assert.deepEqual(issues, []);
      assert.equal(new Date(edit.validFrom ?? 0).toISOString(), utc);
    });
  }

  for (const text of ['2026-02-30T00:00:00Z', '2026-04-31T12:00:00+02:00', '2027-02-29T00:00Z']) {
    it(`${text} is rejected: the date does not exist`, () => {
      assert.deepEqual(at(text).issues, [
        { pointer: '/valid_from', detail: 'is a date that does not exist' },
      ]);
    });
  }

  it('are those that RFC 3339 can show in UTC', () => {
    for (const text of ['0000-01-01T00:00:00+01:00', '9999-12-31T23:59:59-12:00']) {
      assert.deepEqual(at(text).issues, [
        { pointer: '/valid_from', detail: 'must be in the years 0000 to 9999 of UTC' },
      ]);
    }
    const late = at('9995-01-01T00:00:00Z').edit.validFrom ?? null;
    const end = defaultValidUntil(MAX_VALID_SECONDS, late, 0) ?? 0;
    assert.equal(new Date(end).toISOString(), '9999-12-31T23:59:59.999Z');
    for (const text of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) {
      assert.deepEqual(at(text).issues, []);
    }
  });

  it('null removes a time, and an omitted one stays as it is', () => {
    assert.equal(at(null).edit.validFrom, null);
    assert.equal(at(undefined).edit.validFrom, undefined);
  });

  it('must leave a moment between them', () => {
    assert.deepEqual(validityIssues({ validFrom: 10, validUntil: 11 }), []);
    for (const validUntil of [9, 10]) {
      assert.equal(validityIssues({ validFrom: 10, validUntil })[0]?.pointer, '/valid_until');
    }
  });
});
