import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { pointerOf } from './json-node.ts';
import { COMPACT, printJson } from './json-print.ts';
import { changesBetween, changesBetweenTexts, type Change } from './json-diff.ts';
import { nodeOf } from './json-value.ts';

/** `+/a 1`, `-/a 1`, `/a 1 > 2` */
function line({ path, before, after }: Change): string {
  const sides = [before, after].map((node) => node && printJson(node, COMPACT));
  if (before === undefined) return `+${pointerOf(path)} ${sides[1]}`;
  if (after === undefined) return `-${pointerOf(path)} ${sides[0]}`;
  return `${pointerOf(path)} ${sides[0]} > ${sides[1]}`;
}

function lines(before: string | null, after: string | null): string[] | undefined {
  return changesBetweenTexts(before, after)?.map(line);
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
    it(`${before} to ${after}`, () => assert.deepEqual(lines(before, after), changes));
  }

  it('is empty exactly for equal documents', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), fc.json({ maxDepth: 3 }), (a, b) => {
        assert.deepEqual(lines(a, a), []);
        const same = JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));
        if (same) return;
        // Numbers are compared as they are written, so more can differ, but never less.
        const sorted = (text: string): unknown => JSON.parse(text);
        try {
          assert.deepEqual(sorted(a), sorted(b));
        } catch {
          assert.notEqual(lines(a, b)?.length, 0);
        }
      }),
    );
  });

  it('is found quickly for long arrays', () => {
    const list = (from: number): string =>
      JSON.stringify({ a: Array.from({ length: 6000 }, (_, i) => (i * 7 + from) % 10) });
    const start = process.cpuUsage();
    assert.ok(lines(list(0), list(3)));
    const { user } = process.cpuUsage(start);
    assert.ok(user < 2_000_000, `${user} µs`);
  });
});

describe('the difference between fields', () => {
  const CASES: readonly [before: object, after: object, changes: readonly string[]][] = [
    [
      { routes: { web: { link: 'a', fallback: '' }, ipad: { link: 'b' } }, state: 'x' },
      { routes: { web: { link: 'c', fallback: '' } }, state: 'x' },
      ['/routes/web/link "a" > "c"', '-/routes/ipad/link "b"'],
    ],
    [{ tags: ['a'] }, { tags: ['b', 'c'] }, ['/tags ["a"] > ["b","c"]']],
    [{ tags: ['a', 'b'] }, { tags: ['b', 'a'] }, ['/tags ["a","b"] > ["b","a"]']],
    [
      { apps: [{ team: 'A' }] },
      { apps: [{ team: 'B' }, { team: 'C' }] },
      ['/apps/0/team "A" > "B"', '+/apps/1/team "C"'],
    ],
    [{ social: null }, { social: { title: 'a' } }, ['+/social/title "a"']],
    [{ m: { a: [], b: {}, c: [{ d: 1 }] } }, {}, ['-/m/a []', '-/m/b {}', '-/m/c/0/d 1']],
    [{ m: { a: null } }, { m: {} }, ['-/m/a null']],
    [{ m: { a: '1' } }, { m: { a: 1 } }, ['/m/a "1" > 1']],
  ];
  for (const [before, after, changes] of CASES) {
    it(`${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
      const found = changesBetween(nodeOf(before), nodeOf(after), true);
      assert.deepEqual(found.map(line), changes);
    });
  }
});
