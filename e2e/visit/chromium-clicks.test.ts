import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { by, openClickReader } from '#server/test/clicks/click-store.ts';
import { clicksSettled } from '#server/test/clicks/settled.ts';
import { afterAll, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { newMigratedStore } from '#server/test/store.ts';
import { AGENTS } from '#server/test/visit/agents.ts';
import { describeInBrowser, PATIENCE_MS } from '../browser/open-browser.ts';

/** The service behind a proxy that also has a page with links, so that both have the same origin. */
interface Front {
  readonly origin: string;
  /** The page: it has a link to `code` and this in its head. */
  show(head: string): void;
}

async function startFront(service: Service): Promise<Front> {
  const target = new URL(service.url);
  let page = '';
  const server = createServer((incoming: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://x');
    if (pathname === '/page' || pathname === '/web') {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>${pathname}</title>${pathname === '/page' ? page : ''}`);
      return;
    }
    if (pathname === '/favicon.ico') return response.writeHead(404).end();
    const { hostname, port, host } = target;
    const { method, headers } = incoming;
    const path = incoming.url;
    request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, show: (head) => (page = head) };
}

describeInBrowser('clicks of a real browser', (browser) => {
  let service: Service;
  let front: Front;
  let environment: { readonly DATABASE_URL: string };

  before(async () => {
    environment = { DATABASE_URL: await newMigratedStore() };
    service = await startService(environment);
    front = await startFront(service);
  });

  const newLink = async (routes: object = {}): Promise<string> => {
    const { code } = await service.create({ uri: `${front.origin}/web`, routes });
    return code;
  };

  /** The kinds of the visits so far, of all links. */
  async function kinds(): Promise<Record<string, number>> {
    await clicksSettled(service);
    const reader = openClickReader(environment);
    const found = await by(reader, 'kind');
    await reader.close();
    return found;
  }

  /** The visits since `earlier`. */
  async function since(earlier: Record<string, number>): Promise<Record<string, number>> {
    const now = await kinds();
    return Object.fromEntries(
      Object.entries(now)
        .map(([kind, count]) => [kind, count - (earlier[kind] ?? 0)] as const)
        .filter(([, count]) => count > 0),
    );
  }

  async function newPage(userAgent: string = AGENTS.desktop): Promise<Page> {
    const context = await browser().newContext({ userAgent });
    afterAll(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }

  const anchor = (code: string): string => `<a href="/${code}">open</a>`;

  it('a prefetched link is a prefetch, and a click only when it is opened', async () => {
    const earlier = await kinds();
    const code = await newLink();
    front.show(`<link rel="prefetch" href="/${code}">${anchor(code)}`);
    const page = await newPage();
    await page.goto(`${front.origin}/page`);
    await eventually('the prefetch', async () => (await since(earlier)).prefetch === 1, 30_000);
    assert.deepEqual(await since(earlier), { prefetch: 1 });
    await page.getByText('open').click();
    await page.waitForURL(`${front.origin}/web`);
    assert.deepEqual(await since(earlier), { prefetch: 1, human: 1 });
  });

  for (const action of ['prefetch', 'prerender'] as const) {
    it(`a link that speculation rules ${action} is a prefetch, also when it is opened`, async () => {
      const earlier = await kinds();
      const code = await newLink();
      const rules = { [action]: [{ urls: [`/${code}`], eagerness: 'immediate' }] };
      const script = `<script type="speculationrules">${JSON.stringify(rules)}</script>`;
      front.show(`${script}${anchor(code)}`);
      const page = await newPage();
      await page.goto(`${front.origin}/page`);
      await eventually('the prefetch', async () => (await since(earlier)).prefetch === 1, 30_000);
      assert.deepEqual(await since(earlier), { prefetch: 1 });
      await page.getByText('open').click();
      await page.waitForURL(`${front.origin}/web`);
      // The browser shows what it has, without another request.
      assert.deepEqual(await since(earlier), { prefetch: 1 });
    });
  }

  it('a reload of a page counts again, and so does "forward" to it, but "back" from it does not', async () => {
    const code = await newLink({
      iphone: { link: 'shop://iphone', fallback: `${front.origin}/web` },
    });
    front.show(anchor(code));
    const page = await newPage(AGENTS.iphone);
    await page.goto(`${front.origin}/page`);
    const earlier = await kinds();
    await page.getByText('open').click();
    await page.locator('a.button').waitFor();
    assert.deepEqual(await since(earlier), { human: 1 });
    await page.reload();
    await page.locator('a.button').waitFor();
    assert.deepEqual(await since(earlier), { human: 2 });
    await page.goBack();
    await page.getByText('open').waitFor();
    assert.deepEqual(await since(earlier), { human: 2 });
    await page.goForward();
    await page.locator('a.button').waitFor();
    assert.deepEqual(await since(earlier), { human: 3 });
  });

  it('"back" and "forward" after a redirect are no clicks, and a reload of the destination is none', async () => {
    const code = await newLink();
    front.show(anchor(code));
    const page = await newPage();
    await page.goto(`${front.origin}/page`);
    const earlier = await kinds();
    await page.getByText('open').click();
    await page.waitForURL(`${front.origin}/web`);
    await page.reload();
    await page.goBack();
    await page.getByText('open').waitFor();
    await page.goForward();
    await page.waitForURL(`${front.origin}/web`);
    assert.deepEqual(await since(earlier), { human: 1 });
  });
});
