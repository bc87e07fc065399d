import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secondsOf, typedDuration, WRONG_DURATION } from './duration.ts';

describe('a duration', () => {
  it('is shown in its largest whole unit', () => {
    assert.deepEqual(typedDuration(undefined), { text: '', unit: 'days' });
    assert.deepEqual(typedDuration(2_592_000), { text: '30', unit: 'days' });
    assert.deepEqual(typedDuration(7200), { text: '2', unit: 'hours' });
    assert.deepEqual(typedDuration(5400), { text: '90', unit: 'minutes' });
    // The API also takes seconds.
    assert.deepEqual(typedDuration(90), { text: '1.5', unit: 'minutes' });
  });

  it('is read as it is typed', () => {
    assert.equal(secondsOf({ text: ' 30 ', unit: 'days' }), 2_592_000);
    assert.equal(secondsOf({ text: '', unit: 'hours' }), undefined);
    for (const text of ['0', '-3', '2.5', 'abc', '1e3', '12345678']) {
      assert.equal(secondsOf({ text, unit: 'minutes' }), WRONG_DURATION, text);
    }
  });
});
