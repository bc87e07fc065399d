import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newAppPlatforms } from '../app/platform.ts';
import { runToEnd } from '../text/steps.ts';
import { currentRoutes, editedPlatforms, withKeptRoutes, withoutNamed } from './current-routes.ts';
import { Matcher } from './matcher.ts';
import { rulesWith } from './rebuilt-link.ts';

const off = { enabled: false };
const RULES = runToEnd(
  rulesWith(
    {
      name: 'app',
      platforms: {
        web: { base: 'https://shop.example' },
        iphone: off,
        ipad: off,
        universal: off,
        android: off,
      },
      templates: [
        { name: 'p', pattern: 'p/:id', routes: { web: { link: 'https://p.example/:id' } } },
      ],
    },
    { platforms: newAppPlatforms(), matcher: new Matcher([]) },
  ),
);
const route = (link: string) => ({ link, fallback: '' });

describe('the current routes of a link', () => {
  const routesOf = (uri: string, overrides = {}) =>
    currentRoutes({ uri, overrides }, RULES, undefined);

  it('come from the template, the bases and the request', () => {
    assert.deepEqual(routesOf('p/1'), {
      routes: { web: route('https://p.example/1') },
      template: 'p',
      rules: null,
    });
    assert.deepEqual(routesOf('x'), {
      routes: { web: route('https://shop.example/x') },
      template: null,
      rules: null,
    });
    const own = { web: route('https://own.example/') };
    assert.deepEqual(routesOf('p/1', own), { routes: own, template: 'p', rules: null });
  });

  it('are refused as those of a new link', () => {
    const refused = routesOf('p/1', { ipad: { fallback: '' } });
    assert.deepEqual('issues' in refused && refused.issues.map(({ pointer }) => pointer), [
      '/routes/ipad/link',
    ]);
    assert.ok('issues' in routesOf('javascript:alert(1)'));
  });
});

describe('routes that someone changed', () => {
  const before = { web: route('https://a/'), ipad: route('b://') };
  const after = { web: route('https://c/'), android: route('d://') };

  it('stay, and so do platforms without a route', () => {
    assert.deepEqual(withKeptRoutes(before, after, new Set()), after);
    assert.deepEqual(withKeptRoutes(before, after, new Set(['web', 'ipad', 'android'])), before);
    assert.deepEqual(withKeptRoutes(before, after, new Set(['web', 'android'])), {
      web: before.web,
    });
  });

  const entry = (action: string, was: object, is: object) => ({
    action,
    before: JSON.stringify(was),
    after: JSON.stringify(is),
  });

  it('are found in the history', () => {
    const changed = entry('change', { routes: before }, { routes: after, tags: [] });
    assert.deepEqual(editedPlatforms(changed), ['web', 'ipad', 'android']);
    const one = { ...before, web: { ...before.web, skip_page: true } };
    assert.deepEqual(editedPlatforms(entry('change', { routes: before }, { routes: one })), [
      'web',
    ]);
    for (const other of [
      entry('change', { routes: before, template: 'p' }, { routes: after, template: 'p' }),
      entry('change', { tags: [] }, { tags: ['"routes":'] }),
      entry('change', { metadata: {} }, { metadata: { routes: {} } }),
      { action: 'create', before: null, after: JSON.stringify({ routes: after }) },
      { action: 'change', before: null, after: null },
    ]) {
      assert.deepEqual(editedPlatforms(other), [], JSON.stringify(other));
    }
  });

  it('are shown without the URI and the template that the link kept', () => {
    const named = entry(
      'change',
      { routes: before, template: 'a"b\\' },
      { routes: {}, template: 'a"b\\' },
    );
    const without = entry('change', { routes: before }, { routes: {} });
    assert.deepEqual(withoutNamed(named), without);
    const none = entry(
      'change',
      { routes: before, template: null },
      { routes: {}, template: null },
    );
    assert.deepEqual(withoutNamed(none), without);
    const uri = 'p/"5\\';
    const both = { uri, template: 'p' };
    assert.deepEqual(
      withoutNamed(entry('change', { routes: before, ...both }, { routes: {}, ...both })),
      without,
    );
    const moved = entry(
      'change',
      { routes: before, template: 'p', uri },
      { routes: {}, template: 'q', uri },
    );
    assert.deepEqual(
      withoutNamed(moved),
      entry('change', { routes: before, template: 'p' }, { routes: {}, template: 'q' }),
    );
    for (const other of [
      entry('change', { routes: before, template: null }, { routes: {}, template: 'p' }),
      entry('change', { metadata: { a: 1, template: 'p' } }, { metadata: { b: 1, template: 'p' } }),
      entry('change', { routes: before, uri: 'a' }, { routes: {}, uri: 'b' }),
      entry('change', { metadata: { a: 1, uri: 'p' } }, { metadata: { b: 1, uri: 'p' } }),
      entry('change', { note: ',"template":null}' }, { note: 'a,"template":null}' }),
      entry('delete', { state: 'active', template: 'p' }, { state: 'deleted', template: 'p' }),
      { action: 'create', before: null, after: JSON.stringify({ routes: after, template: 'p' }) },
    ]) {
      assert.equal(withoutNamed(other), other);
    }
  });
});
