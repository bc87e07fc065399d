import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isJsonNumber } from './json-number.ts';

it('a number has the spelling of JSON', () => {
  for (const text of ['0', '-1', '1.50', '1e3', ' 7 ']) assert.ok(isJsonNumber(text), text);
  for (const text of ['', '01', '+1', '1.', '.5', '1,5', 'NaN', '0x1', '1 "a"', '1, "b": 2']) {
    assert.equal(isJsonNumber(text), false, text);
  }
});
