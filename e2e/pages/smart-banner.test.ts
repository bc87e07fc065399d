import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page as Tab } from 'playwright-core';
import { afterAll, startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations } from '../dashboard/axe.ts';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const CHROME_ON_IPHONE = SAFARI.replace('Version/18.6', 'CriOS/140.0.0.0');
const WEBVIEW_ON_IPHONE = SAFARI.replace(/ Version\S+| Safari\S+/g, '');
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const WEBVIEW_ON_ANDROID = ANDROID.replace('K)', 'Pixel 9; wv)');
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15';
const LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const BRAVIA = ANDROID.replace('K)', 'BRAVIA 4K VH2)');
const FIRE_TV = ANDROID.replace('K)', 'AFTMM)');
const TV = ANDROID.replace('K)', 'MiTV-AXSO0)');
const BANNER = '[data-smart-banner]';
const ATTRIBUTES = { link: 'https://go.shop.example/Sale26', title: 'Shop', icon: '/icon.png' };
/** The default styles would also hide errors of a site with a small page. */
const CONTENT = '<main><h1>Shop</h1><p><a href="#end">To the end</a></p><p id="end">End</p></main>';

interface Shown {
  readonly agent?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly head?: string;
  readonly lang?: string;
  readonly colorScheme?: 'dark' | 'light';
  /** How many fingers the screen can tell apart; 0: it is no touch screen. */
  readonly touchPoints?: number;
}

interface Opened {
  readonly tab: Tab;
  readonly devtools: CDPSession;
  readonly complaints: string[];
}

describeInBrowser('the smart banner', (browser) => {
  let service: Service;
  let site: string;
  const pages = new Map<string, string>();

  before(async () => {
    service = await startService();
    const server = createServer((request, response) => {
      const isIcon = request.url === '/icon.png';
      response.writeHead(isIcon ? 404 : 200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${service.url}; img-src 'self'; require-trusted-types-for 'script'`,
      });
      response.end(pages.get(request.url ?? ''));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    afterAll(() => server.close());
    site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  /** Opens a tab without stored data. */
  async function openTab({ agent = ANDROID, colorScheme = 'light' }: Shown): Promise<Opened> {
    const context = await browser().newContext({
      userAgent: agent,
      viewport: { width: 375, height: 667 },
      colorScheme,
    });
    const tab = await context.newPage();
    const devtools = await context.newCDPSession(tab);
    const complaints: string[] = [];
    tab.on('pageerror', ({ message }) => complaints.push(message));
    tab.on('console', (message) => {
      // The icon of the tests does not exist.
      if (!message.text().includes('404')) complaints.push(message.text());
    });
    return { tab, devtools, complaints };
  }

  /** Opens a page of the site, with a strict policy, that includes the script: in a new tab if there is none. */
  async function visit(shown: Shown, opened?: Opened): Promise<Opened> {
    const { attributes = ATTRIBUTES, head = '', lang = 'en', touchPoints = 5 } = shown;
    const { tab, devtools, complaints } = opened ?? (await openTab(shown));
    const data = Object.entries(attributes).map(
      ([name, value]) => ` data-${name}="${value.replaceAll('"', '&quot;')}"`,
    );
    const path = `/${pages.size}`;
    const script = `<script src="${service.url}/smart-banner.js" defer${data.join('')}></script>`;
    pages.set(
      path,
      `<!doctype html><html lang="${lang}"><head><title>The shop</title>${head}${script}</head><body>${CONTENT}</body></html>`,
    );
    const touch =
      touchPoints > 0 ? { enabled: true, maxTouchPoints: touchPoints } : { enabled: false };
    await devtools.send('Emulation.setTouchEmulationEnabled', touch);
    await tab.goto(site + path, { waitUntil: 'load' });
    return { tab, devtools, complaints };
  }

  /** One tab for each user agent, because a new one takes longer than a page. */
  const tabs = new Map<string, Opened>();
  const isShown = async (shown: Shown): Promise<boolean> => {
    const { agent = ANDROID } = shown;
    const opened = await visit(shown, tabs.get(agent));
    tabs.set(agent, opened);
    const { tab, complaints } = opened;
    const count = await tab.locator(BANNER).count();
    assert.deepEqual(complaints, []);
    return count === 1;
  };

  it('has at most 3 KB, and can be included by every site', async () => {
    const answer = await fetch(`${service.url}/smart-banner.js`);
    const { length } = gzipSync(await answer.text(), { level: 9 });
    assert.ok(length <= 3000, `${length} bytes`);
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(answer.headers.get('set-cookie'), null);
    const etag = answer.headers.get('etag') ?? '';
    // A proxy that compresses makes the tag weak.
    for (const known of [etag, `W/${etag}`, `"other", W/${etag}`]) {
      const headers = { 'if-none-match': known };
      const again = await fetch(`${service.url}/smart-banner.js`, { headers });
      assert.equal(again.status, 304, known);
    }
  });

  it('is shown in browsers of phones and tablets, and not beside the banner of iOS', async () => {
    const head = '<meta name="apple-itunes-app" content="app-id=1">';
    const cases: readonly (readonly [shown: boolean, Shown])[] = [
      [true, { agent: SAFARI }],
      [true, { agent: ANDROID }],
      [true, { agent: ANDROID, touchPoints: 1 }],
      // A tablet that identifies as a computer, as on the probe page of a link.
      [true, { agent: MAC }],
      [true, { agent: LINUX }],
      [true, { agent: CHROME_ON_IPHONE, head }],
      [true, { agent: ANDROID, head }],
      [false, { agent: SAFARI, head }],
      [false, { agent: MAC, head }],
      [false, { agent: MAC, touchPoints: 0 }],
      [false, { agent: LINUX, touchPoints: 0 }],
      [false, { agent: LINUX, touchPoints: 1 }],
      [false, { agent: LINUX.replace('X11;', 'X11; Ubuntu;') }],
      [false, { agent: BRAVIA }],
      [false, { agent: FIRE_TV }],
      [false, { agent: TV }],
      // A television that does not say so.
      [false, { agent: ANDROID, touchPoints: 0 }],
      [false, { agent: WEBVIEW_ON_IPHONE }],
      [false, { agent: WEBVIEW_ON_ANDROID }],
      [false, { attributes: {} }],
      [false, { attributes: { link: 'javascript:alert(1)' } }],
    ];
    for (const [expected, shown] of cases) {
      assert.equal(await isShown(shown), expected, JSON.stringify(shown));
    }
    for (const { tab } of tabs.values()) await tab.context().close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`passes axe (${colorScheme}), fits into 375 pixels and hides nothing`, async () => {
      const title = 'A shop with a name that is much too long for the screen of a phone';
      const { tab, complaints } = await visit({
        colorScheme,
        attributes: { ...ATTRIBUTES, title, text: 'Faster, with your <coupons>' },
      });
      const banner = tab.getByRole('region', { name: title });
      await banner.getByText('Faster, with your <coupons>').waitFor();
      const box = await banner.boundingBox();
      assert.deepEqual([box?.x, box?.width], [0, 375]);
      assert.equal(Math.round((box?.y ?? 0) + (box?.height ?? 0)), 667);
      const padding = await tab.evaluate('document.documentElement.style.paddingBottom');
      assert.equal(padding, `${Math.round(box?.height ?? 0)}px`);
      for (const one of [banner.getByRole('link'), banner.getByRole('button')]) {
        const size = await one.boundingBox();
        assert.ok(size && size.width >= 44 && size.height >= 44, JSON.stringify(size));
      }
      assert.deepEqual(complaints, []);
      await tab.context().close();

      // axe runs in the page, which the policy of the site forbids.
      const context = await browser().newContext({
        userAgent: ANDROID,
        hasTouch: true,
        colorScheme,
        bypassCSP: true,
        viewport: { width: 375, height: 667 },
      });
      const checked = await context.newPage();
      await checked.goto(tab.url());
      await checked.getByRole('region', { name: title }).waitFor();
      assert.deepEqual(await axeViolations(checked), []);
      await context.close();
    });
  }

  it('leads to the link, is closed by keyboard and stays closed', async () => {
    const { tab, complaints } = await visit({});
    const banner = tab.getByRole('region', { name: 'Shop' });
    const open = banner.getByRole('link', { name: 'Open: Shop' });
    assert.equal(await open.getAttribute('href'), ATTRIBUTES.link);
    await tab.getByRole('link', { name: 'To the end' }).focus();
    await tab.keyboard.press('Tab');
    assert.ok(await open.evaluate((element) => element.matches(':focus-visible')));
    await tab.keyboard.press('Tab');
    assert.ok(
      await banner.getByRole('button', { name: 'Close' }).evaluate((one) => one.matches(':focus')),
    );
    await tab.keyboard.press('Escape');
    await banner.waitFor({ state: 'detached' });
    // The focus returns to where it was.
    assert.equal(await tab.evaluate('document.activeElement.textContent'), 'To the end');
    assert.equal(await tab.evaluate('document.documentElement.style.paddingBottom'), '');
    assert.deepEqual(await tab.evaluate('Object.keys(localStorage)'), ['smartlink-banner']);
    assert.equal(await tab.evaluate('document.cookie'), '');
    await tab.reload({ waitUntil: 'load' });
    assert.equal(await tab.locator(BANNER).count(), 0);
    // After 30 days it is shown again.
    await tab.evaluate(
      "localStorage.setItem('smartlink-banner', String(Date.now() - 31 * 86_400_000))",
    );
    await tab.reload({ waitUntil: 'load' });
    await banner.getByRole('button', { name: 'Close' }).click();
    await banner.waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
    await tab.context().close();
  });

  it('speaks the language of the page, also from right to left', async () => {
    const own = { ...ATTRIBUTES, text: 'باز کردن در برنامه', button: 'باز کردن' };
    const opened = await openTab({});
    const { tab, complaints } = opened;
    for (const [lang, open, used, direction, attributes] of [
      ['de-AT', 'Öffnen', 'de-at', 'ltr', ATTRIBUTES],
      ['zh-TW', '開啟', 'zh-tw', 'ltr', ATTRIBUTES],
      ['ar', 'فتح', 'ar', 'rtl', ATTRIBUTES],
      // There are no texts in these languages.
      ['xx', 'Open', 'en', 'ltr', ATTRIBUTES],
      ['fa', 'Open', 'en', 'ltr', ATTRIBUTES],
      ['fa', own.button, 'fa', 'rtl', own],
    ] as const) {
      await visit({ lang, attributes }, opened);
      const banner = tab.getByRole('region', { name: 'Shop' });
      await banner.getByText(open, { exact: true }).waitFor();
      assert.equal(await banner.getAttribute('lang'), used);
      // The title is the site's.
      assert.equal(await banner.getByText('Shop').getAttribute('lang'), lang.toLowerCase());
      assert.equal(
        await banner.evaluate(
          (one) => one.ownerDocument.defaultView?.getComputedStyle(one).direction,
        ),
        direction,
      );
      assert.deepEqual(complaints, []);
    }
    const attributes = { ...ATTRIBUTES, lang: 'fr', button: 'Essayer' };
    await visit({ attributes }, opened);
    await tab.getByText('Ouvrir dans l’app').waitFor();
    await tab.getByText('Essayer', { exact: true }).waitFor();
    await tab.screenshot({ path: process.env.BANNER_SHOT ?? '/dev/null', type: 'png' });
    await tab.context().close();
  });
});
