import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textLine } from './log-text.ts';

const TIME = '2026-11-24T12:00:00.000Z';

describe('textLine', () => {
  it('shows time, level, message and fields', () => {
    const json = JSON.stringify({
      level: 40,
      time: TIME,
      refused: ['reads'],
      seconds: 3,
      msg: 'overloaded',
    });
    assert.equal(textLine(json), `${TIME} WARN  overloaded refused=["reads"] seconds=3\n`);
  });

  it('shows the stack of an error below', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at main.js:1:2' };
    const json = JSON.stringify({
      level: 50,
      time: TIME,
      err,
      request_id: 'a-1',
      msg: 'a visit failed',
    });
    assert.equal(
      textLine(json),
      `${TIME} ERROR a visit failed request_id=a-1\n  Error: no\n      at main.js:1:2\n`,
    );
  });

  it('keeps values on one line', () => {
    const json = JSON.stringify({ level: 30, time: TIME, name: 'a\nb\u001b[31m', msg: 'x' });
    assert.equal(textLine(json), `${TIME} INFO  x name=a b [31m\n`);
  });
});
