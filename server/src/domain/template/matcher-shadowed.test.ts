import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import * as fc from 'fast-check';
import { Matcher } from './matcher.ts';
import type { Template } from './template.ts';
import { runToEnd } from '../text/steps.ts';
import type { BaseUri } from '../text/uri.ts';

/** Each template has its pattern as its name. */
function templates(...patterns: readonly string[]): Template[] {
  return patterns.map((pattern) => ({ name: pattern, pattern, routes: {} }));
}

function uriOf(path: string): BaseUri {
  return { form: 'path', path };
}

describe('a template that never matches', () => {
  const SHADOWED: readonly [patterns: string, shadowed: string][] = [
    ['a/:id b/:id *rest', ''],
    ['a/:id a/:name', 'a/:name by a/:id'],
    ['a/*rest a/*all', 'a/*all by a/*rest'],
    ['café caf%C3%A9', 'caf%C3%A9 by café'],
    ['a/:x a/:x/*rest a/*all', 'a/*all by a/:x, a/:x/*rest'],
    ['a/:x a/:x/:y a/:x/:y/*rest a/*all', 'a/*all by a/:x, a/:x/:y, a/:x/:y/*rest'],
    ['a/:x/*rest a/*all', ''],
    ['a/:x a/*all', ''],
  ];
  for (const [patterns, shadowed] of SHADOWED) {
    it(`of [${patterns}] is ${shadowed || 'none'}`, () => {
      const found = runToEnd(new Matcher(templates(...patterns.split(' '))).findShadowed());
      assert.equal(found.map(({ name, by }) => `${name} by ${by.join(', ')}`).join('; '), shadowed);
    });
  }

  it('can still get a path with an empty segment', () => {
    const matcher = new Matcher(templates('a/:x', 'a/:x/*rest', 'a/*all'));
    assert.equal(matcher.match(uriOf('a/b/c'))?.template.name, 'a/:x/*rest');
    assert.equal(matcher.match(uriOf('a//b'))?.template.name, 'a/*all');
  });

  // Names are positions, so that templates with the same pattern have different names.
  const patternOf = (kinds: readonly string[], rest: boolean): string =>
    [...kinds.map((kind, i) => (kind === ':' ? `:n${i}` : kind)), ...(rest ? ['*rest'] : [])].join(
      '/',
    );
  const pattern = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', ':'), { maxLength: 4 }), fc.boolean())
    .map(([kinds, rest]) => patternOf(kinds.length === 0 && !rest ? ['a'] : kinds, rest));
  it('is reported exactly if no path reaches it', () => {
    // No pattern contains "c", which represents all other text; no pattern has more than four segments.
    const paths = ['a', 'b', 'c'].map((segment) => [segment]);
    for (const short of paths) {
      if (short.length < 5) for (const more of ['a', 'b', 'c']) paths.push([...short, more]);
    }
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 8 }), (patterns) => {
        const named = patterns.map((text, i) => ({ name: String(i), pattern: text, routes: {} }));
        const matcher = new Matcher(named);
        const reached = new Set(
          paths.map((segments) => matcher.match(uriOf(segments.join('/')))?.template.name),
        );
        const dead = named.filter(({ name }) => !reached.has(name)).map(({ name }) => name);
        assert.deepEqual(
          runToEnd(matcher.findShadowed())
            .map(({ name }) => name)
            .toSorted(),
          dead.toSorted(),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('5,000 templates', () => {
  it('match in as many steps as the path has segments', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `shop/s${i}/:id/reviews/:review`);
    const matcher = new Matcher(templates(...many, 'shop/:section/*rest', '*rest'));
    const uri = uriOf('shop/s4321/5/reviews/6');
    // Each visited node of the tree reads its map of fixed text once.
    const get = mock.method(Map.prototype, 'get');
    const name = matcher.match(uri)?.template.name;
    const steps = get.mock.callCount();
    get.mock.restore();
    assert.equal(name, 'shop/s4321/:id/reviews/:review');
    assert.ok(steps <= 6, `${steps} steps`);
  });

  it('reject a path in as many steps as templates share its beginning', () => {
    const matcher = new Matcher(
      templates(
        ...Array.from({ length: 5000 }, (_, i) => `shop/s${i}/:id`),
        'shop/:x/y',
        ':x/:y/z',
      ),
    );
    const get = mock.method(Map.prototype, 'get');
    const match = matcher.match(uriOf('shop/s1/2/3/4/5/6/7/8'));
    const steps = get.mock.callCount();
    get.mock.restore();
    assert.equal(match, undefined);
    assert.ok(steps <= 12, `${steps} steps`);
  });
});
