import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createRouter } from './router.ts';

function winner(patterns: readonly string[], path: string): string {
  const router = createRouter<string>();
  for (const pattern of patterns) router.add(pattern, pattern);
  const match = router.find(path);
  if (!match) return 'none';
  const params = Object.entries(match.params).map(([name, value]) => ` ${name}=${value}`);
  return match.target + params.join('');
}

describe('the matching pattern', () => {
  const MATCHES: readonly [patterns: string, path: string, wins: string][] = [
    ['products/:id', 'products/5', 'products/:id id=5'],
    // One slash at either end is ignored.
    ['products/:id', '/products/5/', 'products/:id id=5'],
    ['/products/:id/', 'products/5', '/products/:id/ id=5'],
    ['/', '', '/'],
    ['/', '/', '/'],
    // A name matches one segment that is not empty.
    ['products/:id', 'products', 'none'],
    ['products/:id', 'products/', 'none'],
    ['products/:id', 'products/5/6', 'none'],
    ['products/:id/x', 'products//x', 'none'],
    [':a/:b', 'x/y', ':a/:b a=x b=y'],
    // `*name` matches the rest, at least one segment.
    ['docs/*rest', 'docs/a/b/c', 'docs/*rest rest=a/b/c'],
    ['docs/*rest', 'docs', 'none'],
    ['docs/*rest', 'docs/', 'none'],
    ['*rest', 'a/b', '*rest rest=a/b'],
    ['*rest', '', 'none'],
    // Fixed text precedes `:name`, which precedes `*name`.
    ['*rest :id products', 'products', 'products'],
    ['*rest :id products', 'else', ':id id=else'],
    ['*rest :id products', 'products/5', '*rest rest=products/5'],
    ['p/*rest p/:id p/new', 'p/new', 'p/new'],
    ['p/*rest p/:id p/new', 'p/5', 'p/:id id=5'],
    ['p/*rest p/:id p/new', 'p/5/6', 'p/*rest rest=5/6'],
    // From left to right: an earlier segment takes precedence over all later ones.
    ['a/:x/:y :x/b/c', 'a/b/c', 'a/:x/:y x=b y=c'],
    ['a/*rest :x/b/c', 'a/b/c', 'a/*rest rest=b/c'],
    // Backtracks if the preferred branch does not match.
    ['a/b/c :x/:y/d', 'a/b/d', ':x/:y/d x=a y=b'],
    ['a/:x/c *rest', 'a/b/d', '*rest rest=a/b/d'],
    ['a/b/c a/:x/d *rest', 'a/b/e', '*rest rest=a/b/e'],
    // Letter case matters; percent escapes are decoded.
    ['products/:id', 'Products/5', 'none'],
    ['caf%C3%A9/:id', 'café/5', 'caf%C3%A9/:id id=5'],
    ['café/:id', 'caf%c3%a9/5', 'café/:id id=5'],
    ['a/b', 'a%2Fb', 'none'],
    ['100%', '100%', '100%'],
    // Captured text is decoded; invalid escapes remain.
    ['p/:id', 'p/a%2Fb%20c', 'p/:id id=a/b c'],
    ['p/:id', 'p/100%', 'p/:id id=100%'],
    ['p/:id', 'p/%ff+', 'p/:id id=%ff+'],
    ['d/*rest', 'd/%41/%/..//é', 'd/*rest rest=A/%/..//é'],
    // Of patterns with the same shape, the later one.
    [':a/x :b/x', '1/x', ':b/x b=1'],
  ];
  for (const [patterns, path, wins] of MATCHES) {
    it(`[${patterns}] for "${path}": ${wins}`, () => {
      assert.equal(winner(patterns.split(' '), path), wins);
    });
  }

  it('captures names of inherited properties', () => {
    const router = createRouter<string>();
    router.add(':__proto__/:constructor', '');
    const params = router.find('a/b')?.params;
    assert.equal(Object.getPrototypeOf(params), null);
    assert.deepEqual({ ...params }, JSON.parse('{"__proto__":"a","constructor":"b"}'));
  });

  it('supports a path of a million segments', () => {
    assert.equal(winner(['a/:b'], 'a/'.repeat(1_000_000)), 'none');
  });
});

describe('invalid patterns', () => {
  const BAD: readonly [pattern: string, issue: string][] = [
    ['p-:id', '"p-:id" is not fixed text, :name or *name'],
    ['p/:', '":" is not fixed text, :name or *name'],
    ['*', '"*" is not fixed text, :name or *name'],
    [':5', '":5" is not fixed text, :name or *name'],
    [':a-b', '":a-b" is not fixed text, :name or *name'],
    ['a?b', '"a?b" is not fixed text, :name or *name'],
    ['a#b', '"a#b" is not fixed text, :name or *name'],
    ['a:b', '"a:b" is not fixed text, :name or *name'],
    ['a/:id/:id', 'The name "id" occurs twice'],
    [':id/*id', 'The name "id" occurs twice'],
    ['*rest/x', '*rest must be the last segment'],
    ['a/*rest/b', '*rest must be the last segment'],
  ];
  for (const [pattern, issue] of BAD) {
    it(`${pattern}: ${issue}`, () => {
      assert.throws(() => createRouter().add(pattern, 1), {
        name: 'TypeError',
        message: `Pattern "${pattern}": ${issue}.`,
      });
    });
  }
});

type Kind = 'fixed' | 'one' | 'rest';
const RANK: Readonly<Record<Kind, number>> = { fixed: 0, one: 1, rest: 2 };
const kindOf = (part: string): Kind =>
  part.startsWith(':') ? 'one' : part.startsWith('*') ? 'rest' : 'fixed';

/** The expected result, computed by comparing all patterns. */
function bestOf(patterns: readonly string[], path: string): string {
  const segments = path.split('/');
  const fits = (pattern: string): boolean => {
    const parts = pattern.split('/');
    const open = kindOf(parts.at(-1) ?? '') === 'rest';
    if (open ? segments.length < parts.length : segments.length !== parts.length) return false;
    return parts.every((part, at) => kindOf(part) !== 'fixed' || part === segments[at]);
  };
  const ranks = (pattern: string): string =>
    pattern
      .split('/')
      .map((part) => RANK[kindOf(part)])
      .join('');
  const fitting = patterns.filter(fits);
  const best = fitting.map(ranks).toSorted()[0];
  return fitting.filter((pattern) => ranks(pattern) === best).at(-1) ?? 'none';
}

describe('any patterns', () => {
  const part = fc.constantFrom('a', 'b', ':');
  const pattern = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([parts, open]) => (open ? [...parts, '*'] : parts))
    .map((parts) =>
      parts.map((text, at) => (/[:*]/.test(text) ? `${text}n${at}` : text)).join('/'),
    );
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 });

  it('decide by the first segment that differs', () => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 8 }), path, (patterns, segments) => {
        const text = segments.join('/');
        assert.equal(winner(patterns, text).split(' ')[0], bestOf(patterns, text));
      }),
      { numRuns: 1000 },
    );
  });

  it('decode escaped text exactly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const router = createRouter<string>();
        router.add('p/:x', '');
        assert.equal(router.find(`p/${encodeURIComponent(text)}`)?.params.x, text);
      }),
    );
  });
});
