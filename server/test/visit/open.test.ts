import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';
import { policyIssue } from '../pages/policy.ts';
import { AGENTS } from './agents.ts';

describe('GET {smartlink_base}/<code>', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
  });

  function open(code: string, on: keyof typeof AGENTS, method = 'GET'): Promise<Answer> {
    const headers = { 'user-agent': AGENTS[on] };
    return service.request(method, `/${code}`, { token: undefined, headers });
  }

  test('redirects to a web address with an uncacheable 302 without a body', async () => {
    const { code } = await service.create({ uri: 'https://SHOP.example/a b?q=ü' });
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await open(code, 'desktop', method);
      assert.deepEqual([answer.status, answer.text], [302, '']);
      // Parsed and serialized again, never the stored text.
      assert.equal(answer.headers.get('location'), 'https://shop.example/a%20b?q=%C3%BC');
      assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    }
  });

  test('shows a page with a button and the fallback for an app, which work without script', async () => {
    const { code } = await service.create({ uri: 'products/5?a=1&b="<script>' });
    const answer = await open(code, 'iphone');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.equal(answer.headers.get('x-robots-tag'), 'noindex');
    const policy = answer.headers.get('content-security-policy');
    assert.equal(policyIssue(answer.text, policy), undefined);
    // Both destinations are links. The script only opens the fallback automatically.
    assert.equal(answer.text.match(/<script/g)?.length, 1);
    assert.match(
      answer.text,
      new RegExp(`href="com\\.shop\\.app://product/5\\?a=1&#38;b=[^"]*&#38;smartlink=${code}"`),
    );
    assert.ok(answer.text.includes('href="https://shop.example/p/5?a=1&#38;b='));
    assert.ok(Buffer.byteLength(answer.text) < 14 * 1024);
    assert.equal((await open(code, 'iphone')).text, answer.text);
    const head = await open(code, 'iphone', 'HEAD');
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(answer.text)));
  });

  test('uses the route of each device', async () => {
    const { code } = await service.create({ uri: 'products/7' });
    const android = await open(code, 'android');
    assert.ok(
      android.text.includes(
        `href="intent://products/7?smartlink=${code}#Intent;scheme=com.shop.app;package=com.shop.app;`,
      ),
    );
    assert.ok(
      android.text.includes('href="https://play.google.com/store/apps/details?id=com.shop.app"'),
    );
    // The iPad is disabled in this shop, so it gets the universal app.
    assert.ok(
      (await open(code, 'ipad')).text.includes(
        `href="com.shop.app://products/7?smartlink=${code}"`,
      ),
    );
    assert.equal((await open(code, 'desktop')).headers.get('location'), 'https://shop.example/p/7');
  });

  test('returns a 404 page for an unknown code, in any form', async () => {
    for (const path of [
      '22222222',
      'x',
      'wp-login.php',
      '%00',
      '%E0%A4%A',
      'a'.repeat(500),
      '22222222/',
    ]) {
      const answer = await open(path, 'desktop');
      assert.equal(answer.status, 404, path);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(answer.text, /We can’t find this link/);
      assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    }
  });

  test('rejects other methods with 405 and the allowed ones', async () => {
    const { code } = await service.create({ uri: 'products/7' });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await open(code, 'desktop', method);
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD']);
    }
  });

  test('a link without a destination shows a page, and never loops or fails', async () => {
    const fresh = await startService();
    const { code } = await fresh.create({ uri: 'products/7' });
    const answer = await fresh.request('GET', `/${code}`, { token: undefined });
    assert.equal(answer.status, 404);
    assert.match(answer.text, /Not available on this device/);
  });

  test('an invalid address in the database causes no redirect', async () => {
    const planted = [
      'javascript:alert(1)',
      'JaVa\tScRiPt:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'https://user@evil.example/',
      `${service.url}/22222222`,
      'http://',
      '//evil.example',
      'x',
    ];
    for (const [index, link] of planted.entries()) {
      const code = `planted${index}`;
      await service.app.ctx.db.transaction(async (tx) => {
        await tx.run(
          `insert into links (code, app_id, uri, routes, tags, created_at) values (?, ?, 'x', ?, '[]', 0)`,
          [code, service.owner.app.id, JSON.stringify({ web: { link, fallback: link } })],
        );
      });
      const answer = await open(code, 'desktop');
      assert.equal(answer.status, 404, link);
      assert.equal(answer.headers.get('location'), null);
    }
  });

  test('visits change nothing in the database', async () => {
    const { code } = await service.create({
      uri: 'products/9',
      metadata: { a: 1 },
      redeem_limit: 1,
    });
    const rows = () => service.app.ctx.db.all('select * from links where code = ?', [code]);
    const stored = await rows();
    for (const on of ['iphone', 'android', 'desktop'] as const) await open(code, on);
    assert.deepEqual(await rows(), stored);
  });
});
