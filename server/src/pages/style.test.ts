import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleOf } from './style.ts';

test('the color of an app is part of the style as a color and nothing else', () => {
  assert.match(styleOf('#123456').toString(), /--fill:#123456;/);
  assert.doesNotMatch(styleOf('#123456').toString(), /undefined|NaN/);
});
