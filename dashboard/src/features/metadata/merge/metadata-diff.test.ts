import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { pointerOf } from '../../../lib/json-node.ts';
import { COMPACT, printJson } from '../../../lib/json-print.ts';
import { diffTexts } from './metadata-diff.ts';

/** `+/a 1`, `-/a 1`, `/a 1 > 2` */
function told(before: string | null, after: string | null): string[] | undefined {
  return diffTexts(before, after)?.map((change) => {
    const at = pointerOf(change.path);
    if (change.kind === 'added') return `+${at} ${printJson(change.after, COMPACT)}`;
    if (change.kind === 'removed') return `-${at} ${printJson(change.before, COMPACT)}`;
    return `${at} ${printJson(change.before, COMPACT)} > ${printJson(change.after, COMPACT)}`;
  });
}

describe('the difference between two documents', () => {
  const CASES: readonly [
    before: string | null,
    after: string | null,
    changes: readonly string[] | undefined,
  ][] = [
    ['{"a":1}', ' { "a" : 1 } ', []],
    ['{"a":1,"b":2}', '{"b":2,"a":1}', []],
    ['{"a":1}', '{"a":1.0}', ['/a 1 > 1.0']],
    ['{"a":1,"b":2}', '{"a":1,"c":2}', ['-/b 2', '+/c 2']],
    ['{"a":[{"b":1,"c":2}]}', '{"a":[{"b":1,"c":3}]}', ['/a/0/c 2 > 3']],
    ['{"a":1}', '{"a":[1]}', ['/a 1 > [1]']],
    ['{"a":[1,2,3]}', '{"a":[1,3]}', ['-/a/1 2']],
    ['{"a":[1,3]}', '{"a":[0,1,2,3,4]}', ['+/a/0 0', '+/a/2 2', '+/a/4 4']],
    ['{"a":[1,2,3]}', '{"a":[1,5,3]}', ['/a/1 2 > 5']],
    ['{"a":[{"x":1},{"x":2}]}', '{"a":[{"x":2}]}', ['-/a/0 {"x":1}']],
    ['{"a":[1,2]}', '{"a":[2,1]}', ['-/a/0 1', '+/a/1 1']],
    ['{"a":[]}', '{"a":[]}', []],
    [null, '{"a":1}', ['+ {"a":1}']],
    ['{"a":1}', null, ['- {"a":1}']],
    [null, null, []],
    ['{"a":', '{}', undefined],
  ];
  for (const [before, after, changes] of CASES) {
    it(`${before} to ${after}`, () => assert.deepEqual(told(before, after), changes));
  }

  it('is nothing for the same, and something for another', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.json({ maxDepth: 3 }), (a, b) => {
        assert.deepEqual(told(a, a), []);
        const same = JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
        if (same) return;
        // Numbers are compared as they are written, so there may be more to tell, never less.
        const sorted = (text: string): unknown => JSON.parse(text);
        try {
          assert.deepEqual(sorted(a), sorted(b));
        } catch {
          assert.notEqual(told(a, b)?.length, 0);
        }
      }),
    );
  });

  it('of long arrays comes quickly', () => {
    const list = (from: number): string =>
      JSON.stringify({ a: Array.from({ length: 6000 }, (_, i) => (i * 7 + from) % 10) });
    const started = performance.now();
    assert.ok(told(list(0), list(3)));
    assert.ok(performance.now() - started < 2000);
  });
});
