import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pauseEnd } from './webhook-pause.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const LATER = '2026-11-24T12:00:00.001Z';

describe('the pause of a webhook', () => {
  it('lasts until its end', () => {
    assert.equal(pauseEnd({ state: 'enabled', paused_until: LATER }, NOW), LATER);
    assert.equal(pauseEnd({ state: 'enabled', paused_until: LATER }, NOW + 1), undefined);
    assert.equal(pauseEnd({ state: 'enabled', paused_until: LATER }, NOW + 60_000), undefined);
  });

  it('is not shown without one, and not for a disabled webhook', () => {
    assert.equal(pauseEnd({ state: 'enabled', paused_until: null }, NOW), undefined);
    assert.equal(pauseEnd({ state: 'disabled', paused_until: LATER }, NOW), undefined);
  });
});
