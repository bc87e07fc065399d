import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MAX_PAGE_BYTES, PAGE_TIMEOUT_MS } from '../../src/actions/social/fetch-page.ts';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { afterAll, startService, type Answer, type Service } from '../harness.ts';
import { loadFactor } from '../processes.ts';

const HEAD = '<head><title>Espresso</title><meta property="og:image" content="/7.png"></head>';
/** "コーヒー" in this encoding. */
const SHIFT_JIS = '\x83\x52\x81\x5b\x83\x71\x81\x5b';
const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A page with a description after megabytes. */
const late = (megabytes: number): string =>
  `<title>Huge</title><!--${'x'.repeat(megabytes * 1024 * 1024)}--><meta name=description content=Late>`;

/** The hostile web site: what it responds to each path. */
const PAGES: Readonly<Record<string, (response: ServerResponse, path: string) => void>> = {
  '/page': (response) => response.writeHead(200, HTML).end(HEAD),
  '/gzip': (response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(HEAD)),
  '/latin': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html;charset=iso-8859-1' })
      .end(Buffer.from('<title>Café</title>', 'latin1')),
  '/shift_jis': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(Buffer.from(`<meta charset="Shift_JIS"><title>${SHIFT_JIS}</title>`, 'latin1')),
  '/windows-1251': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const meta = '<meta http-equiv=content-type content="text/html; charset=windows-1251">';
    // The two parts arrive by themselves.
    response.write(meta.slice(0, 20));
    const rest = Buffer.from(`${meta.slice(20)}<title>\xca\xee\xf4\xe5</title>`, 'latin1');
    setTimeout(() => response.end(rest), 50);
  },
  '/unknown-charset': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<meta charset=nothing><title>Café</title>'),
  '/broken-text': (response) =>
    response
      .writeHead(200, HTML)
      .end(Buffer.from('<title>Café</title><meta name=description content=Fresh>', 'latin1')),
  '/redirect-3': (response) => response.writeHead(302, { location: 'redirect-2' }).end(),
  '/redirect-2': (response) => response.writeHead(307, { location: '/redirect-1' }).end(),
  '/redirect-1': (response) => response.writeHead(301, { location: '/page' }).end(),
  '/redirect-4': (response) => response.writeHead(302, { location: '/redirect-3' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/user': (response, path) => response.writeHead(302, { location: `http://a:b@${path}` }).end(),
  '/nowhere': (response) => response.writeHead(302).end(),
  '/text': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(HEAD),
  '/error': (response) => response.writeHead(500, HTML).end(HEAD),
  '/odd': (response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'constructor' }).end(HEAD),
  '/broken': (response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end('no gzip'),
  '/silent': () => undefined,
  '/slow': (response) => {
    response.writeHead(200, HTML);
    const drip = setInterval(() => response.write('<p>'), 50);
    response.on('close', () => clearInterval(drip));
  },
  '/huge': (response) => {
    response.writeHead(200, HTML).write('<title>Huge</title><!--');
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  },
  '/bomb': (response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(late(64))),
  '/late': (response) => response.writeHead(200, HTML).end(late(1)),
};

describe('POST /manage/v1/social-preview/fetch', () => {
  let open: Service;
  let strict: Service;
  let site: string;
  let sent = 0;
  const paths: string[] = [];

  before(async () => {
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      paths.push(path);
      response.on('error', () => undefined);
      const count = response.write.bind(response);
      response.write = (...parts: [never]) => {
        sent += String(parts[0]).length;
        return count(...parts);
      };
      PAGES[path]?.(response, site);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });
    site = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    open = await startService({ WEBHOOK_PRIVATE_TARGETS: 'on' });
    strict = await startService();
  });

  /** Each request is for an app of its own, which has its whole allowance. */
  const ask = async (service: Service, url: unknown): Promise<Answer> => {
    const { tokens } = await createApp(service.app.ctx, `app-${apps++}`);
    const body = { url };
    return service.request('POST', '/manage/v1/social-preview/fetch', {
      body,
      token: tokens.server,
    });
  };
  let apps = 0;
  const expectUnavailable = ({ status, json }: Answer): void => {
    assert.equal(status, 422);
    assert.equal(json.code, 'page_unavailable');
    assert.match(json.detail, /^The page could not be read\. It must be a public HTML page/);
  };

  it('returns what the page says about itself', async () => {
    const image = `http://${site}/7.png`;
    for (const path of ['/page', '/gzip', '/redirect-3']) {
      const { status, json, text } = await ask(open, `http://${site}${path}`);
      assert.equal(status, 200, text);
      assert.deepEqual(json, { title: 'Espresso', description: null, image });
    }
    assert.equal((await ask(open, `http://${site}/latin`)).json.title, 'Café');
  });

  it('reads a page in the encoding that it names', async () => {
    for (const [path, title] of [
      ['/shift_jis', 'コーヒー'],
      ['/windows-1251', 'Кофе'],
      ['/unknown-charset', 'Café'],
      ['/broken-text', null],
    ] as const) {
      const { json, text } = await ask(open, `http://${site}${path}`);
      assert.equal(json.title, title, `${path}: ${text}`);
    }
  });

  it('reads no more than the limit of a page, also of a compressed one', async () => {
    for (const path of ['/huge', '/bomb', '/late']) {
      const { json, text } = await ask(open, `http://${site}${path}`);
      // The description comes after the limit.
      assert.deepEqual(json, { title: 'Huge', description: null, image: null }, text);
    }
    assert.ok(sent < 32 * MAX_PAGE_BYTES, `${sent} bytes were sent`);
  });

  for (const path of [
    '/redirect-4',
    '/loop',
    '/file',
    '/user',
    '/nowhere',
    '/text',
    '/error',
    '/odd',
    '/broken',
    '/silent',
    '/slow',
  ]) {
    it(`has one error for ${path}`, async () => {
      const begin = performance.now();
      expectUnavailable(await ask(open, `http://${site}${path}`));
      assert.ok(performance.now() - begin < PAGE_TIMEOUT_MS + 5000 * loadFactor());
    });
  }

  it('has the same error for a port that nothing listens on', async () => {
    expectUnavailable(await ask(open, 'http://127.0.0.1:1/'));
  });

  it('never connects to addresses that are not public', async () => {
    const { length } = paths;
    const [, port] = site.split(':');
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      '0',
    ])
      expectUnavailable(await ask(strict, `http://${host}:${port}/page`));
    assert.equal(paths.length, length);
  });

  it('refuses addresses that are not of web pages', async () => {
    for (const url of ['', 'a', 'ftp://shop.example/', 'http://a:b@shop.example/', 7, null]) {
      const { status, json } = await ask(open, url);
      assert.equal(status, 422);
      assert.equal(json.errors[0].pointer, '/url');
    }
  });

  it('limits how often an app can use it', async () => {
    const body = { url: 'http://127.0.0.1:1/' };
    const path = '/manage/v1/social-preview/fetch';
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => strict.request('POST', path, { body })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 1);
    assert.equal(refused[0]?.json.code, 'too_many_pages');
    assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0);
  });
});
