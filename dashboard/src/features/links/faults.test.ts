import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeFaults } from './faults.ts';

const FIELDS = ['/uri', '/tags', '/metadata', '/routes/web/link', '/routes/web/fallback'];

function placed(...faults: [pointer: string, detail: string][]) {
  return placeFaults(
    faults.map(([pointer, detail]) => ({ pointer, detail })),
    FIELDS,
  );
}

describe('faults beside their fields', () => {
  it('go to the field of their pointer, as sentences', () => {
    const { at, rest } = placed(
      ['/uri', 'is required'],
      ['/routes/web/fallback', 'must be http(s)'],
    );
    assert.deepEqual(Object.fromEntries(at), {
      '/uri': 'Is required.',
      '/routes/web/fallback': 'Must be http(s).',
    });
    assert.deepEqual(rest, []);
  });

  it('go to the field that holds their place, and name the place', () => {
    const { at } = placed(['/metadata/a~1b/0', 'must be a string'], ['/metadata', 'is too long']);
    assert.equal(at.get('/metadata'), '“a/b › 0” must be a string. Is too long.');
  });

  it('go to the first field inside of their place', () => {
    assert.equal(placed(['/routes/web', 'is unknown']).at.get('/routes/web/link'), 'Is unknown.');
  });

  it('are left over where there is no field', () => {
    const fault = { pointer: '/other', detail: 'is unknown' };
    assert.deepEqual(placed(['/other', 'is unknown']).rest, [fault]);
    assert.deepEqual(placed(['', 'is no object']).rest.length, 1);
  });
});
