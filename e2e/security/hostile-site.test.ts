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
import { startHostileSite, startHostProxy, type ForgedRequest } from './hostile-site.ts';

/**
 * Where the service runs. On localhost, browsers report the origin of a request; on a host name
 * without TLS, they do not.
 */
const LOCATIONS = ['on localhost', 'on a host name without TLS'] as const;
/**
 * The calls that would do the most harm. Tests without a browser show that the other calls behave
 * the same.
 */
const FORGED_CALLS = [
  ['POST', '/manage/v1/sign-in'],
  ['POST', '/manage/v1/sign-out'],
  ['POST', '/manage/v1/invitations/accept'],
  ['PATCH', '/manage/v1/me'],
  ['POST', '/manage/v1/tokens'],
  ['POST', '/manage/v1/smartlinks'],
  ['PATCH', '/manage/v1/app'],
  ['DELETE', '/manage/v1/sessions/{session_id}'],
] as const;
/** The number of requests that `attack` sends without a preflight, one of each kind. */
const REQUESTS_PER_CALL = 8;

interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

for (const location of LOCATIONS) {
  describeInBrowser(`a page of another site, with the service ${location}`, (browser) => {
    let scene: Scene;
    /**
     * The address of the service in the browser, and two hostile sites: one on the same site, one
     * elsewhere.
     */
    let origin: string;
    let hostile: readonly string[];
    let tab: Tab;
    const answers: Answered[] = [];

    before(async () => {
      const write = (line: Buffer, _encoding: string, done: () => void): void => {
        answers.push(JSON.parse(line.toString()));
        done();
      };
      const log = pino({ level: 'debug' }, new Writable({ write }));
      const named = location === 'on a host name without TLS';
      scene = await openScene(named ? { BASE_URL: 'http://go.shop.example' } : {}, { log });
      const { url } = scene.service;
      const port = await startHostileSite();
      origin = named ? 'http://go.shop.example' : url;
      hostile = named
        ? ['http://blog.shop.example', 'http://evil.example']
        : [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
      const ports = { 'go.shop.example': Number(new URL(url).port) };
      const server = await startHostProxy({
        ...ports,
        'blog.shop.example': port,
        'evil.example': port,
      });
      ({ tab } = await newWindow(browser(), scene.service, named ? { proxy: { server } } : {}));
      await tab.goto(`${origin}/dashboard/sign-in`);
      await signIn(tab, { name: '', ...scene.credentials });
      await signedIn(tab);
    });

    /** Opens the hostile page in the browser in which the user is signed in. */
    const openHostilePage = async (site: string): Promise<Tab> => {
      const page = await tab.context().newPage();
      await page.goto(`${site}/`);
      await page.getByText('Hello').waitFor();
      return page;
    };

    it('cannot change anything with the requests that it makes the browser send', async () => {
      const forged: ForgedRequest[] = [];
      const routes: string[] = [];
      for (const [method, path] of FORGED_CALLS) {
        const call = CALLS.find((one) => one.method === method && one.path === path);
        assert.ok(call, path);
        const body = typeof call.body === 'function' ? await call.body(scene) : (call.body ?? {});
        const address = `${origin}${await scene.filled(path)}`;
        routes.push(path.replaceAll(/\{(\w+)\}/g, ':$1'));
        forged.push({ method, address, body: JSON.stringify(body) });
      }
      const settled = await stateOf(scene.service);
      const cookies = await tab.context().cookies(origin);
      for (const site of hostile) {
        answers.length = 0;
        const page = await openHostilePage(site);
        const all = `Promise.all(${JSON.stringify(forged)}.map(attack))`;
        assert.deepEqual(
          await page.evaluate(all),
          forged.map(() => []),
          site,
        );
        // The requests arrived and were rejected.
        for (const route of routes) {
          const posted = (): Answered[] =>
            answers.filter((one) => one.method === 'POST' && one.route === route);
          await eventually(`${site} posts to ${route}`, () => posted().length >= REQUESTS_PER_CALL);
          for (const { status } of posted())
            assert.ok([401, 403, 405].includes(status), `${status}`);
        }
        if (site === hostile[0]) assert.ok(answers.some(({ status }) => status === 403));
        await page.close();
      }
      assert.equal(await stateOf(scene.service), settled, 'the state of the service changed');
      assert.deepEqual(await tab.context().cookies(origin), cookies);
      await tab.reload();
      await signedIn(tab);
    });

    it('cannot show the service in a frame', async () => {
      const paths = ['/dashboard/', '/dashboard/shop/settings/tokens', '/docs', '/'];
      for (const site of hostile) {
        const page = await openHostilePage(site);
        for (const path of paths) await page.evaluate(`embed(${JSON.stringify(origin + path)})`);
        await page.evaluate(`embed(location.href)`);
        const shown = (): string[] => page.frames().map((frame) => frame.url());
        const expected = [
          `${site}/`,
          ...paths.map(() => 'chrome-error://chromewebdata/'),
          `${site}/`,
        ];
        await eventually(
          `no page of the service in a frame on ${site}`,
          () => shown().join() === expected.join(),
        );
        await page.close();
      }
    });

    // Without TLS, browsers do not isolate windows from each other.
    if (location === 'on localhost') {
      it('cannot control a window of the dashboard', async () => {
        for (const site of hostile) {
          const page = await openHostilePage(site);
          assert.ok(
            await page.evaluate(`isIsolated(${JSON.stringify(`${origin}/dashboard/`)})`),
            site,
          );
          await page.close();
        }
      });
    }
  });
}
