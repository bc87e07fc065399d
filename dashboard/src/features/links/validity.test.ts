import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_VALIDITY, sentValidity, validityMark } from './validity.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const inDays = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();

describe('the mark of a validity', () => {
  for (const [validity, valid_until, text] of [
    ['valid', null, undefined],
    ['valid', inDays(8), undefined],
    ['valid', inDays(6.5), '7 days left'],
    ['valid', inDays(1.4), '1 day left'],
    ['valid', inDays(0.999), '1 day left'],
    ['valid', inDays(0.25), '6 hours left'],
    ['valid', inDays(10 / 1440), '10 minutes left'],
    ['valid', inDays(0.2 / 1440), 'Less than a minute left'],
    ['valid', inDays(-0.01), 'Expired'],
    ['expired', inDays(-1), 'Expired'],
    ['scheduled', inDays(3), 'Scheduled'],
  ] as const) {
    it(`of a link that is ${validity} until ${valid_until} is ${text}`, () => {
      assert.equal(validityMark({ validity, valid_until }, NOW)?.text, text);
    });
  }
});

describe('the validity of a request', () => {
  it('has no value for an empty field', () => {
    assert.equal(sentValidity({ ...NO_VALIDITY, early_url: '  ' }, 'early_url'), null);
    assert.equal(sentValidity(NO_VALIDITY, 'valid_from'), null);
  });

  it('has times in UTC and addresses as they are', () => {
    const values = {
      ...NO_VALIDITY,
      valid_until: '2026-12-24T18:00',
      early_url: 'https://a.example',
    };
    assert.match(sentValidity(values, 'valid_until') ?? '', /^2026-12-2\dT\d\d:\d\d:00\.000Z$/);
    assert.equal(sentValidity(values, 'early_url'), 'https://a.example');
  });
});
