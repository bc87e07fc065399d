import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import * as fc from 'fast-check';
import { Matcher } from './matcher.ts';
import type { Template } from './template.ts';
import { runToEnd } from '../text/steps.ts';
import { parseBaseUri, type BaseUri } from '../text/uri.ts';

/** Each template has its pattern as its name, so that tables show which one matches. */
function templates(...patterns: readonly string[]): Template[] {
  return patterns.map((pattern) => ({ name: pattern, pattern, routes: {} }));
}

function uriOf(text: string): BaseUri {
  const parsed = parseBaseUri(text);
  if ('issue' in parsed) assert.fail(parsed.issue);
  return parsed.value;
}

function winner(matcher: Matcher, text: string): string {
  const match = matcher.match(uriOf(text));
  if (!match) return 'none';
  const captures = Object.entries(match.captures).map(([name, value]) => ` ${name}=${value}`);
  return match.template.name + captures.join('');
}

describe('the matching template', () => {
  const MATCHES: readonly [patterns: string, uri: string, wins: string][] = [
    // Any of the three forms of a URI.
    ['products/:id', 'products/5', 'products/:id id=5'],
    ['products/:id', '/products/5', 'products/:id id=5'],
    ['products/:id', 'https://shop.example/products/5', 'products/:id id=5'],
    ['products/:id', 'com.shop.app://products/5', 'products/:id id=5'],
    ['products/:id', 'com.shop.app:///products/5', 'products/:id id=5'],
    // Query and fragment are ignored, and so is one trailing slash.
    ['products/:id', 'products/5?a=/b#c/d', 'products/:id id=5'],
    ['products/:id', 'products/5/', 'products/:id id=5'],
    ['/products/:id/', 'products/5', '/products/:id/ id=5'],
    ['/', 'https://shop.example/', '/'],
    ['products', 'products?a=1', 'products'],
    // A name matches one segment that is not empty.
    ['products/:id', 'products', 'none'],
    ['products/:id', 'products/', 'none'],
    ['products/:id', 'products/5/6', 'none'],
    ['products/:id/x', 'products//x', 'none'],
    [':a/:b', 'x/y', ':a/:b a=x b=y'],
    // `*name` matches the rest, at least one segment.
    ['docs/*rest', 'docs/a', 'docs/*rest rest=a'],
    ['docs/*rest', 'docs/a/b/c', 'docs/*rest rest=a/b/c'],
    ['docs/*rest', 'docs', 'none'],
    ['docs/*rest', 'docs/', 'none'],
    ['*rest', 'a/b', '*rest rest=a/b'],
    ['*rest', 'https://shop.example/', 'none'],
    // Fixed text precedes `:name`, which precedes `*name`.
    ['*rest :id products', 'products', 'products'],
    ['*rest :id products', 'else', ':id id=else'],
    ['*rest :id products', 'products/5', '*rest rest=products/5'],
    ['products/*rest products/:id products/new', 'products/new', 'products/new'],
    ['products/*rest products/:id products/new', 'products/5', 'products/:id id=5'],
    ['products/*rest products/:id products/new', 'products/5/6', 'products/*rest rest=5/6'],
    // From left to right: an earlier segment takes precedence over all later ones.
    ['a/:x/:y :x/b/c', 'a/b/c', 'a/:x/:y x=b y=c'],
    ['a/*rest :x/b/c', 'a/b/c', 'a/*rest rest=b/c'],
    ['a/b/*rest a/:x/c', 'a/b/c', 'a/b/*rest rest=c'],
    // Backtracks if the preferred branch does not match.
    ['a/b/c :x/:y/d', 'a/b/d', ':x/:y/d x=a y=b'],
    ['a/:x/c *rest', 'a/b/d', '*rest rest=a/b/d'],
    ['a/b/c a/:x/d *rest', 'a/b/e', '*rest rest=a/b/e'],
    // More segments take precedence.
    ['a/*rest a/:x/*rest', 'a/b/c', 'a/:x/*rest x=b rest=c'],
    ['a/*rest a/:x/*rest', 'a/b', 'a/*rest rest=b'],
    // Letter case matters; percent escapes are decoded.
    ['products/:id', 'Products/5', 'none'],
    ['caf%C3%A9/:id', 'café/5', 'caf%C3%A9/:id id=5'],
    ['café/:id', 'caf%c3%a9/5', 'café/:id id=5'],
    ['a/b', 'a%2Fb', 'none'],
    ['a%2Fb', 'a%2fb', 'a%2Fb'],
    ['100%', '100%', '100%'],
    // Captured text remains as it was sent.
    ['products/:id', 'products/a%2Fb%20c', 'products/:id id=a%2Fb%20c'],
    ['d/*rest', 'd/%41/..//é', 'd/*rest rest=%41/..//é'],
    // Duplicates and invalid patterns.
    [':a/x :b/x', '1/x', ':a/x a=1'],
    ['a/:', 'a/b', 'none'],
    ['', 'anything', 'none'],
  ];
  for (const [patterns, uri, wins] of MATCHES) {
    it(`[${patterns}] for ${uri}: ${wins}`, () => {
      assert.equal(winner(new Matcher(templates(...patterns.split(' '))), uri), wins);
    });
  }

  it('captures names of inherited properties', () => {
    const match = new Matcher(templates(':__proto__/:constructor')).match(uriOf('a/b'));
    assert.deepEqual({ ...match?.captures }, JSON.parse('{"__proto__":"a","constructor":"b"}'));
  });
});

type Kind = 'fixed' | 'one' | 'rest';
const RANK: Readonly<Record<Kind, number>> = { fixed: 0, one: 1, rest: 2 };

function kindOf(part: string): Kind {
  if (part.startsWith(':')) return 'one';
  return part.startsWith('*') ? 'rest' : 'fixed';
}

/** A simple, slow implementation: tries every template, then sorts those that match. */
function bestOf(patterns: readonly string[], path: string): string | undefined {
  const segments = path.split('/');
  const fitting = patterns.filter((pattern) => {
    const parts = pattern.split('/');
    const rest = kindOf(parts.at(-1) ?? '') === 'rest';
    if (rest ? segments.length < parts.length : segments.length !== parts.length) return false;
    return parts.every((part, i) => kindOf(part) !== 'fixed' || part === segments[i]);
  });
  const compare = (left: string, right: string): number => {
    const [a, b] = [left.split('/'), right.split('/')];
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = RANK[kindOf(a[i] ?? '')] - RANK[kindOf(b[i] ?? '')];
      if (order !== 0) return order;
    }
    return b.length - a.length;
  };
  // The sort is stable: the first of two duplicates remains first.
  return fitting.toSorted(compare)[0];
}

// Names are positions, so that templates with the same pattern have different names.
const patternOf = (kinds: readonly string[], rest: boolean): string =>
  [...kinds.map((kind, i) => (kind === ':' ? `:n${i}` : kind)), ...(rest ? ['*rest'] : [])].join(
    '/',
  );
const pattern = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', ':'), { maxLength: 4 }), fc.boolean())
  .map(([kinds, rest]) => patternOf(kinds.length === 0 && !rest ? ['a'] : kinds, rest));
const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join('/'));

describe('any templates', () => {
  it('match like a simple search through all of them', () => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 12 }), fc.array(path), (patterns, paths) => {
        const matcher = new Matcher(templates(...patterns));
        for (const text of paths) {
          assert.equal(matcher.match(uriOf(text))?.template.name, bestOf(patterns, text), text);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a match among patterns with the same beginning', () => {
  const LENGTH = 200;
  // Two branches at each of the first segments, and an end that the path does not have.
  const branching = Array.from({ length: 128 }, (_, i) =>
    [
      ...Array.from({ length: LENGTH }, (_2, at) => ((i >> at) & 1 && at < 7 ? `:n${at}` : 'x')),
      'y',
    ].join('/'),
  );

  it('joins the rest of the path once and decodes each segment once', () => {
    const matcher = new Matcher(templates(...branching, '*rest'));
    const long = '%78/'.repeat(LENGTH + 800);
    const uri = uriOf(long);
    const { join } = Array.prototype;
    let joined = 0;
    // oxlint-disable-next-line no-extend-native
    Array.prototype.join = function count(separator) {
      joined++;
      return join.call(this, separator);
    };
    const decode = mock.method(globalThis, 'decodeURIComponent');
    const match = matcher.match(uri);
    const decoded = decode.mock.callCount();
    // oxlint-disable-next-line no-extend-native
    Array.prototype.join = join;
    decode.mock.restore();
    assert.equal(match?.template.name, '*rest');
    assert.equal(match?.captures.rest, long.slice(0, -1));
    assert.equal(joined, 1);
    assert.ok(decoded <= LENGTH + 1, `${decoded} segments`);
  });

  it('finds all shadowed templates in one pass', () => {
    const deep = Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: i + 1 }, (_2, at) => `:n${at}`).join('/'),
    );
    const matcher = new Matcher(templates(...deep, `${deep.at(-1)}/*end`, '*rest', 'x/*rest'));
    assert.deepEqual(
      runToEnd(matcher.findShadowed()).map(({ name, by }) => [name, by.length]),
      [['*rest', 201]],
    );
  });
});
