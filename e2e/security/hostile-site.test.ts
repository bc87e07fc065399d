import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { before, it } from 'node:test';
import { pino } from 'pino';
import type { Page as Tab } from 'playwright-core';
import { CALLS } from '#server/test/manage/calls.ts';
import { openScene, type Scene } from '#server/test/manage/scene.ts';
import { stateOf } from '#server/test/manage/state.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { newWindow, signedIn, signIn } from '../dashboard/open-dashboard.ts';
import { startHostileSite, startNames, type Wish } from './hostile-site.ts';

/**
 * Where the service is: on this machine, where browsers say where a request comes from; or under a name
 * without TLS, where they do not.
 */
const PLACES = ['on this machine', 'under a name'] as const;
/** What would do most harm; that no other call is different, a table without a browser shows. */
const WISHED = [
  ['POST', '/manage/v1/sign-in'],
  ['POST', '/manage/v1/sign-out'],
  ['POST', '/manage/v1/invitations/accept'],
  ['PATCH', '/manage/v1/me'],
  ['POST', '/manage/v1/tokens'],
  ['POST', '/manage/v1/smartlinks'],
  ['PATCH', '/manage/v1/app'],
  ['DELETE', '/manage/v1/sessions/{session_id}'],
] as const;
/** Requests that a page sends without asking for leave, of every kind that `attack` knows. */
const SENT = 8;

interface Answered {
  readonly method: string;
  readonly url: string;
  readonly status: number;
}

for (const place of PLACES) {
  describeInBrowser(`a page of another site, with the service ${place}`, (browser) => {
    let scene: Scene;
    /** The address of the service for the browser, and two pages: of a neighbour, of a stranger. */
    let own: string;
    let hostile: readonly string[];
    let tab: Tab;
    const answers: Answered[] = [];

    before(async () => {
      const write = (line: Buffer, _encoding: string, done: () => void): void => {
        answers.push(JSON.parse(line.toString()));
        done();
      };
      const log = pino({ level: 'debug' }, new Writable({ write }));
      const named = place === 'under a name';
      scene = await openScene(named ? { BASE_URL: 'http://go.shop.example' } : {}, { log });
      const { url } = scene.service;
      const port = await startHostileSite();
      own = named ? 'http://go.shop.example' : url;
      hostile = named
        ? ['http://blog.shop.example', 'http://evil.example']
        : [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
      const ports = { 'go.shop.example': Number(new URL(url).port) };
      const server = await startNames({
        ...ports,
        'blog.shop.example': port,
        'evil.example': port,
      });
      ({ tab } = await newWindow(browser(), scene.service, named ? { proxy: { server } } : {}));
      await tab.goto(`${own}/dashboard/sign-in`);
      await signIn(tab, { name: '', ...scene.credentials });
      await signedIn(tab);
    });

    /** A page of that site, in a browser in which somebody is signed in. */
    const lure = async (site: string): Promise<Tab> => {
      const page = await tab.context().newPage();
      await page.goto(`${site}/`);
      await page.getByText('Hello').waitFor();
      return page;
    };

    it('changes nothing by any request that it can make the browser send', async () => {
      const wishes: Wish[] = [];
      for (const [method, path] of WISHED) {
        const call = CALLS.find((one) => one.method === method && one.path === path);
        assert.ok(call, path);
        const body = typeof call.body === 'function' ? await call.body(scene) : (call.body ?? {});
        const address = `${own}${await scene.filled(path)}`;
        wishes.push({ method, address, body: JSON.stringify(body) });
      }
      const settled = await stateOf(scene.service);
      const cookies = await tab.context().cookies(own);
      for (const site of hostile) {
        answers.length = 0;
        const page = await lure(site);
        const all = `Promise.all(${JSON.stringify(wishes)}.map(attack))`;
        assert.deepEqual(
          await page.evaluate(all),
          wishes.map(() => []),
          site,
        );
        // They arrived, and were refused.
        for (const { address } of wishes) {
          const { pathname, search } = new URL(address);
          const posted = (): Answered[] =>
            answers.filter((one) => one.method === 'POST' && one.url === pathname + search);
          await eventually(`${site} posts to ${pathname}`, () => posted().length >= SENT);
          for (const { status } of posted())
            assert.ok([401, 403, 405].includes(status), `${status}`);
        }
        if (site === hostile[0]) assert.ok(answers.some(({ status }) => status === 403));
        await page.close();
      }
      assert.equal(await stateOf(scene.service), settled, 'something was changed');
      assert.deepEqual(await tab.context().cookies(own), cookies);
      await tab.reload();
      await signedIn(tab);
    });

    it('cannot show the service in a frame', async () => {
      const paths = ['/dashboard/', '/dashboard/shop/settings/tokens', '/docs', '/'];
      for (const site of hostile) {
        const page = await lure(site);
        for (const path of paths) await page.evaluate(`frame(${JSON.stringify(own + path)})`);
        await page.evaluate(`frame(location.href)`);
        const shown = (): string[] => page.frames().map((frame) => frame.url());
        const expected = [
          `${site}/`,
          ...paths.map(() => 'chrome-error://chromewebdata/'),
          `${site}/`,
        ];
        await eventually(`nothing is framed by ${site}`, () => shown().join() === expected.join());
        await page.close();
      }
    });

    // Without TLS, browsers do not keep windows apart.
    if (place === 'on this machine') {
      it('cannot control a window of the dashboard', async () => {
        for (const site of hostile) {
          const page = await lure(site);
          assert.ok(await page.evaluate(`loses(${JSON.stringify(`${own}/dashboard/`)})`), site);
          await page.close();
        }
      });
    }
  });
}
