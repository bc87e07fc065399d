import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../harness.ts';
import { eventually, operator } from '../processes.ts';

// A running service applies changes of commands within a second.
const SOON_MS = 1000;

async function shop() {
  const made = operator();
  const { url, owner } = await startService(made.environment);
  const { tokens } = owner;
  const create = async (uri: string, token: string = tokens.server): Promise<Response> =>
    fetch(`${url}/v2/smartlinks`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uri }),
    });
  /** Returns the redirect of a new link to `uri`. */
  const redirectOf = async (uri: string): Promise<string | null> => {
    const { smartlink } = (await (await create(uri)).json()) as { smartlink: string };
    const path = new URL(smartlink).pathname;
    return (await fetch(url + path, { redirect: 'manual' })).headers.get('location');
  };
  return { ...made, url, tokens, create, redirectOf };
}

describe('commands while the service runs', () => {
  it('apply changes the routes of new links', async () => {
    const { json, redirectOf } = await shop();
    assert.equal(await redirectOf('products/5'), null);
    const setup = (templates: object[]): string =>
      JSON.stringify({
        apps: [{ name: 'shop', platforms: { web: { base: 'https://shop.example' } }, templates }],
      });
    const routes = { web: { link: 'https://shop.example/p/:id' } };
    await json(['apply', '-'], setup([{ name: 'product', pattern: 'products/:id', routes }]));
    const is = (to: string) => async () => (await redirectOf('products/5')) === to;
    await eventually('the template', is('https://shop.example/p/5'), SOON_MS);
    await json(['apply', '-'], setup([]));
    await eventually('no template', is('https://shop.example/products/5'), SOON_MS);
  });

  it('apply --dry-run does not change them', async () => {
    const { json, redirectOf } = await shop();
    const platforms = { web: { base: 'https://shop.example' } };
    const setup = JSON.stringify({ apps: [{ name: 'shop', platforms }] });
    await json(['apply', '-', '--dry-run'], setup);
    await new Promise((done) => setTimeout(done, SOON_MS));
    assert.equal(await redirectOf('products/5'), null);
  });

  it('a new token works at once', async () => {
    const { json, create } = await shop();
    const { token } = await json(['token', 'create', '--app', 'shop', '--server']);
    assert.equal((await create('products/5', token)).status, 201);
  });

  it('a new app works at once, and has no access to links of others', async () => {
    const { json, create, url } = await shop();
    const { tokens } = await json(['app', 'create', '--name', 'books']);
    assert.equal((await create('books/1', tokens.server)).status, 201);
    const { code } = await json(['link', 'create', 'products/5', '--app', 'shop']);
    const headers = { authorization: `Token ${tokens.server}` };
    assert.equal((await fetch(`${url}/v2/smartlinks/${code}`, { headers })).status, 404);
  });

  it('a revoked token is rejected, even if it was cached', async () => {
    const { json, create, tokens } = await shop();
    for (let i = 0; i < 5; i++) assert.equal((await create('products/5')).status, 201);
    await json(['token', 'revoke', 'sl_server_', '--app', 'shop']);
    const refused = async (): Promise<boolean> => (await create('products/5')).status === 401;
    await eventually('401', refused, SOON_MS);
    assert.equal((await create('products/5', tokens.web)).status, 201, 'others stay');
  });

  it('a new link opens at once', async () => {
    const { json, url } = await shop();
    const { code } = await json(['link', 'create', 'https://shop.example/x', '--app', 'shop']);
    const visit = await fetch(`${url}/${code}`, { redirect: 'manual' });
    assert.equal(visit.headers.get('location'), 'https://shop.example/x');
  });

  it('migrate and doctor report no problems', async () => {
    const { json } = await shop();
    assert.deepEqual(await json(['migrate']), { applied: [] });
    const { findings } = await json(['doctor']);
    assert.ok(findings.every(({ level }: { level: string }) => level !== 'error'));
  });
});
