import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appMarks, linkMarks, redemptionMarks } from './marks.ts';

const entry = (action: string, after: object | null, before: object | null = after) => ({
  action,
  before: before && JSON.stringify(before),
  after: after && JSON.stringify(after),
});

describe('marks of a link', () => {
  for (const [change, expected] of [
    [entry('create', { uri: 'a', state: 'active' }, null), ['created']],
    [entry('delete', { state: 'deleted' }), ['deleted']],
    [entry('give-back', null), ['redemption_undone']],
    [entry('change', { state: 'disabled' }), ['disabled']],
    [entry('change', { state: 'active' }), ['enabled']],
    [entry('change', { routes: {}, redeem_limit: 5 }), ['routes', 'redeem_limit']],
    [entry('change', { redeem_limit: null }), ['redeem_limit']],
    [entry('change', { valid_until: null }), ['validity']],
    [entry('change', { valid_from: '2026-11-24T00:00:00Z', valid_until: null }), ['validity']],
    [entry('change', { rules: [] }), ['routes']],
    [entry('change', { tags: ['a'], metadata: { state: 'x' }, social: null }), []],
    [entry('prove', { host: 'a.example' }), []],
  ] as const) {
    test(`${change.action} ${change.after}`, () => assert.deepEqual(linkMarks(change), expected));
  }
});

describe('marks of an app', () => {
  for (const [change, expected] of [
    [entry('create', { name: 'shop' }, null), ['created']],
    [entry('apply', { 'shop/templates/product': {} }), ['templates']],
    [entry('apply', { 'shop/templates': ['a', 'b'] }), ['templates']],
    [entry('apply', {}, { 'shop/templates/product': {} }), ['templates']],
    [entry('apply', { 'shop/platforms/web': {}, 'shop/templates/a': {} }), ['templates', 'app']],
    [entry('apply', { 'shop/visits': {} }), ['app']],
    [entry('prove', { host: 'a.example' }, null), ['app']],
    [entry('apply', null), []],
  ] as const) {
    test(`${change.action} ${change.after}`, () => assert.deepEqual(appMarks(change), expected));
  }
});

test('redemptions of a quarter-hour are one mark', () => {
  const start = Date.parse('2026-11-23T10:00:00Z');
  const minute = 60_000;
  const times = [start + 20 * minute, start + 14 * minute, start + minute, start + 2 * minute];
  assert.deepEqual(
    redemptionMarks(times).map(({ at, count }) => [(at - start) / minute, count]),
    [
      [20, 1],
      [1, 3],
    ],
  );
});
