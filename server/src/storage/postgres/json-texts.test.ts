import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonTexts } from './json-texts.ts';

test('JSON texts become one parameter, whose parts are as many', () => {
  const escaped = JSON.stringify('\u001F');
  assert.deepEqual(jsonTexts(['{"a":1}', null, escaped]).split('\u001F'), ['{"a":1}', '', escaped]);
  assert.throws(() => jsonTexts(['"\u001F"']), /not JSON/);
});
