import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { ROOT } from '../harness.ts';
import { CALLS } from '../manage/calls.ts';
import { openScene, type Scene } from '../manage/scene.ts';
import { hashesIn } from '../pages/policy.ts';
import { outlineOf } from '../visit/outline.ts';

/** Pages of the service itself, which share an origin with the session. */
const PAGES = [
  '/dashboard',
  '/dashboard/',
  '/dashboard/sign-in?to=/shop',
  '/dashboard/shop/links',
  '/dashboard/%3Cscript%3Ealert(1)%3C/script%3E?x=%3Cscript%3E',
  '/dashboard/..%2f..%2fx',
  '/dashboard//evil.example/',
  '/docs',
  '/docs/',
  '/docs/errors',
  '/docs/terms',
  '/',
];
/** The permitted sources of scripts, besides the hashes of those in the page. */
const SOURCE = /^'(?:none|self)'$/;
/** The dashboard's page has an inline script, which is in its source unchanged. */
const OWN_SCRIPT = sourceOf(readFileSync(join(ROOT, 'dashboard/index.html'), 'utf8'));
function sourceOf(page: string): string {
  const script = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** Pages that run scripts. Windows that they open, or that open them, have no access to them. */
const APPS = /^\/(?:dashboard|docs\/?$)/;

describe('security headers', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });

  const get = (path: string, method = 'GET', headers = {}, body?: object) =>
    scene.service.request(method, path, {
      token: undefined,
      headers,
      ...(body === undefined ? {} : { body }),
    });

  /** A content security policy, by directive. */
  function policyOf(header: string | null): Map<string, readonly string[]> {
    const parts = (header ?? '').split(';').map((part) => part.trim().split(/\s+/));
    return new Map(parts.map(([name = '', ...sources]) => [name, sources]));
  }

  for (const path of [...PAGES, '/nobody7', '/taken']) {
    test(`${path} cannot be framed, sniffed or scripted`, async () => {
      const link = await scene.service.create({ uri: 'x' });
      const at = path === '/taken' ? `/${link.code}` : path;
      const own = path.startsWith('/dashboard')
        ? [OWN_SCRIPT]
        : hashesIn((await get(at)).text, 'script');
      for (const method of ['GET', 'HEAD']) {
        const { headers } = await get(at, method);
        const policy = policyOf(headers.get('content-security-policy'));
        assert.match(headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/);
        assert.deepEqual(policy.get('frame-ancestors'), ["'none'"]);
        assert.match(policy.get('base-uri')?.join() ?? '', /^'(?:none|self)'$/);
        assert.match(policy.get('form-action')?.join() ?? '', /^'(?:none|self)'$/);
        const [fallback] = policy.get('default-src') ?? [];
        assert.match(fallback ?? '', /^'(?:none|self)'$/);
        const scripts = policy.get('script-src') ?? [fallback];
        for (const source of scripts) {
          assert.ok(own.includes(source ?? '') || SOURCE.test(source ?? ''), source);
        }
        const objects = policy.get('object-src') ?? [fallback];
        assert.deepEqual(objects, ["'none'"]);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.match(headers.get('referrer-policy') ?? '', /^(?:same-origin|strict-origin-when-)/);
        assert.match(headers.get('cache-control') ?? '', /^(?:no-cache|private, no-store)$/);
        assert.equal(headers.get('access-control-allow-origin'), null);
        assert.equal(headers.get('set-cookie'), null);
        if (APPS.test(path)) assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      }
    });
  }

  test('every address of the dashboard returns the same page', async () => {
    const { text } = await get('/dashboard/');
    for (const path of PAGES.filter((one) => one.startsWith('/dashboard'))) {
      assert.equal((await get(path)).text, text, path);
    }
    // Only script files and the script that the policy names can run.
    const outline = outlineOf(text);
    assert.deepEqual(
      outline.filter((element) =>
        /^(?:script|style|base|object|embed|iframe)|\son\w/.test(element),
      ),
      ['base href', 'script crossorigin src type', 'script'],
    );
  });

  test('its files have the right type and are immutable', async () => {
    const { text } = await get('/dashboard/');
    const files = [...text.matchAll(/(?:src|href)="\.\/(_assets\/[^"]+)"/g)].map(
      ([, name]) => name,
    );
    // The first visit loads one script, one stylesheet and the icon.
    assert.equal(files.length, 3);
    const TYPES = { js: 'application/javascript', css: 'text/css', svg: 'image/svg+xml' };
    for (const name of files) {
      const { status, headers } = await get(`/dashboard/${name}`);
      assert.equal(status, 200, name);
      const type = TYPES[name?.split('.').at(-1) as keyof typeof TYPES];
      assert.equal(headers.get('content-type')?.split(';')[0], type);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
    for (const path of [
      'nothing.js',
      '..%2findex.html',
      '..%2f..%2fpackage.json',
      '..%5cindex.html',
    ]) {
      const { status, headers } = await get(`/dashboard/_assets/${path}`);
      assert.ok([400, 403, 404].includes(status), `${path}: ${status}`);
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
  });

  test('the pages of an app named like a folder of files are there', async () => {
    const { status, headers } = await get('/dashboard/assets/links');
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  });

  test('no response of the API can be cached, sniffed or read by another site', async () => {
    const evil = { origin: 'https://evil.example' };
    for (const { method, path, body: given } of CALLS) {
      if (!path.startsWith('/manage/')) continue;
      // Each call with a session of its own: the one before can have ended the membership.
      const own = await scene.headersOf('owner');
      const more = [own, {}, { ...own, ...evil }, { authorization: `Token x`, ...evil }];
      const at = await scene.filled(path);
      const body = typeof given === 'function' ? await given(scene) : given;
      for (const headers of path.includes('sign-out') ? [evil] : more) {
        const answer = await get(at, method, headers, body);
        const where = `${method} ${path}: ${answer.status} ${JSON.stringify(headers)}`;
        const isStream = path.includes('/stream') && answer.status === 200;
        const caching = isStream ? 'no-store, no-transform' : 'no-store';
        assert.equal(answer.headers.get('cache-control'), caching, where);
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', where);
        for (const [name] of answer.headers) assert.ok(!name.startsWith('access-control'), where);
        const type = answer.headers.get('content-type') ?? '';
        const isDownload = answer.headers.get('content-disposition')?.startsWith('attachment');
        if (isStream) assert.equal(type, 'text/event-stream; charset=utf-8');
        else if (answer.text !== '' && isDownload !== true)
          assert.match(type, /^application\/(?:problem\+)?json/, where);
      }
    }
    // The response to the preflight request of a browser grants nothing.
    const preflight = { ...evil, 'access-control-request-method': 'POST' };
    const { status, headers } = await get('/manage/v1/tokens', 'OPTIONS', preflight);
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [405, null]);
  });
});
