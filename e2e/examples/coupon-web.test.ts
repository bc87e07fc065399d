import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startService, type Service } from '#server/test/harness.ts';
import { describeInBrowser, PATIENCE_MS } from '../browser/open-browser.ts';
import { startCouponWeb } from './coupon-web.ts';

const METADATA = { coupon: 'WELCOME' };

/** Starts the example on a free port; returns the address of its page. */
async function startPage(service: string, token: string): Promise<string> {
  const child = startCouponWeb('--service', service, '--token', token, '--port', '0');
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const found = /^or open (http:\S+) and paste/m.exec(output)?.[1];
    if (found) return found;
  }
  throw new Error(`start.js ended: ${output}`);
}

/** A new browser context that shows the page of the example. */
interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens the page with this value in `?smartlink=`. */
  readonly open: (smartlink?: string) => Promise<void>;
  /** Waits until the page is in this state. */
  readonly is: (state: string) => Promise<void>;
  readonly heading: () => Promise<string>;
  /** The text of the element with this id. */
  readonly text: (id: string) => Promise<string>;
  /** The id, or otherwise the tag, of the focused element. */
  readonly focus: () => Promise<string>;
}

describeInBrowser('coupon-web', (browser) => {
  let service: Service;
  let address: string;

  before(async () => {
    service = await startService();
    address = await startPage(service.url, service.owner.tokens.web);
  });

  /** Runs a test in a new browser context. The test fails if the browser reports an error. */
  const visit = (
    title: string,
    test: (visitor: Visitor) => Promise<void>,
    options: BrowserContextOptions = {},
  ): void =>
    void it(title, async () => {
      const context = await browser().newContext(options);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (entry) => {
        // The browser logs failed requests, which some tests expect.
        if (!entry.text().startsWith('Failed to load resource')) complaints.push(entry.text());
      });
      await test({
        context,
        page,
        open: async (smartlink) => {
          const query =
            smartlink === undefined ? '' : `?smartlink=${encodeURIComponent(smartlink)}`;
          await page.goto(address + query);
        },
        is: async (state) => {
          await page.locator(`main[data-state=${state}]`).waitFor({ timeout: PATIENCE_MS });
        },
        heading: () => page.locator('h1:visible').innerText(),
        text: (id) => page.locator(`#${id}`).innerText(),
        focus: () => page.evaluate('document.activeElement.id || document.activeElement.tagName'),
      });
      assert.deepEqual(complaints, []);
      await context.close();
    });

  const link = async (more: object = {}) =>
    service.create({ uri: 'https://shop.example/', metadata: METADATA, redeem_limit: 3, ...more });

  const redemptions = async (code: string): Promise<number> =>
    (await service.request('GET', `/manage/v1/smartlinks/${code}`)).json.redemptions;

  /** Redeems the link as another user. */
  const redeemAsOther = async (code: string): Promise<void> => {
    const body = { smartlink: code, redemption_id: randomUUID() };
    const token = service.owner.tokens.web;
    const { status } = await service.request('POST', '/client/v1/redemptions', { token, body });
    assert.equal(status, 200);
  };

  visit('redeems when the button is pressed, and not again on a reload', async (visitor) => {
    const { page, open, is, text, heading } = visitor;
    const { address: smartlink, code } = await link();
    await open(smartlink);
    await is('ready');
    await page.reload();
    await is('ready');
    assert.equal(await redemptions(code), 0, 'opening the page does not redeem');

    await page.click('#ask');
    await is('granted');
    assert.equal(await heading(), 'Here is your coupon');
    assert.equal(await page.title(), 'Here is your coupon');
    assert.deepEqual([await text('code'), await text('left')], ['WELCOME', '2 of 3 left']);

    await redeemAsOther(code);
    for (const again of [smartlink, code]) {
      await open(again);
      await is('granted');
      assert.deepEqual([await text('code'), await text('left')], ['WELCOME', '2 of 3 left']);
    }
    assert.equal(await redemptions(code), 2);
  });

  visit(
    'can be used with only the keyboard',
    async ({ page, open, is, focus, text }) => {
      const { address: smartlink, code } = await link();
      await open();
      await is('enter');
      assert.equal(await focus(), 'smartlink');
      await page.keyboard.type(smartlink);
      await page.keyboard.press('Enter');
      await is('ready');
      assert.equal(await redemptions(code), 0);
      await page.keyboard.press('Tab');
      assert.equal(await focus(), 'ask');
      await page.keyboard.press('Enter');
      await is('granted');
      assert.equal(await focus(), 'H1', 'screen readers announce it');
      await page.keyboard.press('Tab');
      assert.equal(await focus(), 'copy');
      await page.keyboard.press('Space');
      await page.getByText('Copied', { exact: true }).waitFor();
      assert.equal(await text('status'), 'Code copied.');
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'WELCOME');
      assert.equal(await page.evaluate('document.getAnimations().length'), 0, 'no motion');
    },
    { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
  );

  const LEFT: readonly [limit: number | undefined, taken: number, words: string][] = [
    [undefined, 0, 'No limit'],
    [1, 0, 'The only one'],
    [2, 1, 'The last of 2'],
    [1000, 1, '998 of 1000 left'],
  ];
  for (const [redeem_limit, taken, words] of LEFT) {
    visit(`says "${words}"`, async ({ page, open, is, text }) => {
      const { code } = await link({ redeem_limit });
      for (let i = 0; i < taken; i++) await redeemAsOther(code);
      await open(code);
      await page.click('#ask');
      await is('granted');
      assert.equal(await text('left'), words);
    });
  }

  visit('shows the other metadata as text', async ({ page, open, is, text }) => {
    const coupon = '<img src=x onerror=alert(1)>';
    const { code } = await link({ metadata: { '<b>': '</dl><script>', coupon, list: [1, 'ü'] } });
    await open(code);
    await page.click('#ask');
    await is('granted');
    assert.equal(await text('code'), coupon);
    const items = await page.locator('#more > *').allInnerTexts();
    assert.deepEqual(items, ['<b>', '</dl><script>', 'list', '[1,"ü"]']);
  });

  visit('shows that all coupons are taken, and accepts another link', async (visitor) => {
    const { page, open, is, heading, focus } = visitor;
    const { code } = await link({ redeem_limit: 1 });
    await redeemAsOther(code);
    await open(code);
    await page.click('#ask');
    await is('spent');
    assert.equal(await heading(), 'All coupons are taken');
    assert.equal(await focus(), 'H1');
    await page.reload();
    await is('ready');

    const { code: another } = await link();
    await page.click('#ask');
    await is('spent');
    await page.getByLabel('Link or code').fill(another);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await is('ready');
    await page.click('#ask');
    await is('granted');
  });

  visit('shows that a link is no longer available', async ({ page, open, is, heading }) => {
    const { code } = await link();
    await service.request('DELETE', `/manage/v1/smartlinks/${code}`);
    await open(code);
    await page.click('#ask');
    await is('gone');
    assert.equal(await heading(), 'This link is no longer available');
  });

  for (const code of ['BCDFGHJK', 'not a code at all', '<script>', 'x'.repeat(3000)]) {
    visit(`says that it does not know ${code.slice(0, 20)}`, async ({ page, open, is }) => {
      await open(code);
      await page.click('#ask');
      await is('unknown');
      assert.equal(
        await page.getByLabel('Link or code').inputValue(),
        code,
        'kept to be corrected',
      );
    });
  }

  visit('shows that a link has no coupon', async ({ page, open, is }) => {
    const { code } = await link({ metadata: undefined });
    await open(code);
    await page.click('#ask');
    await is('empty');
  });

  visit('continues when the connection is back', async (visitor) => {
    const { context, page, open, is, text } = visitor;
    const { code } = await link();
    await open(code);
    await context.setOffline(true);
    await page.click('#ask');
    await page.getByText('No connection. Trying again …').waitFor();
    assert.ok(await page.getByRole('progressbar').isVisible());
    assert.equal(await page.locator('#ask').getAttribute('aria-disabled'), 'true');
    await context.setOffline(false);
    await is('granted');
    assert.equal(await text('status'), '');
    assert.equal(await redemptions(code), 1);
  });

  visit('stops after a while and does not lose the redemption', async (visitor) => {
    const { context, page, open, is, heading } = visitor;
    const { code } = await link();
    await page.clock.install();
    await open(code);
    await context.setOffline(true);
    await page.click('#ask');
    const giveUp = async (): Promise<void> => {
      for (let halves = 0; halves < 40; halves++) await page.clock.runFor(500);
      await is('offline');
    };
    await giveUp();
    assert.equal(await heading(), 'No connection');
    await page.click('#again');
    await giveUp();
    await context.setOffline(false);
    await is('granted');
    assert.equal(await redemptions(code), 1);
  });

  visit('gets the coupon after a reload if the response was lost', async (visitor) => {
    const { page, open, is, text } = visitor;
    const { code } = await link();
    await page.route('**/client/v1/redemptions', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await open(code);
    await page.click('#ask');
    await page.getByText('No connection. Trying again …').waitFor();
    assert.equal(await redemptions(code), 1);
    // The page may have tried again: that request ends first.
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await is('granted');
    assert.equal(await text('left'), '2 of 3 left');
    assert.equal(await redemptions(code), 1);
  });

  visit('sends no request if the browser forbids storage', async ({ page, open, is }) => {
    const { code } = await link();
    const forbid = (): unknown =>
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('It is forbidden.', 'SecurityError');
        },
      });
    await page.addInitScript(forbid);
    await open(code);
    await page.click('#ask');
    await is('blocked');
    assert.equal(await redemptions(code), 0);
  });

  visit('shows how long to wait after too many attempts', async ({ page, is, text }) => {
    const strict = await startService({ MISSES_PER_MINUTE: '2' });
    const own = await startPage(strict.url, strict.owner.tokens.web);
    await page.clock.install();
    await page.goto(`${own}?smartlink=BCDFGHJM`);
    // Just before the page asks, because the allowance increases with time.
    for (const smartlink of ['BCDFGHJK', 'BCDFGHJL']) {
      const body = { smartlink, redemption_id: randomUUID() };
      const token = strict.owner.tokens.web;
      const { status } = await strict.request('POST', '/client/v1/redemptions', { token, body });
      assert.equal(status, 404);
    }
    await page.click('#ask');
    await is('limited');
    // The seconds count down while the page is read.
    const [, seconds] = /^Please wait (\d+) s\.$/.exec((await text('wait')) ?? '') ?? [];
    assert.ok(Number(seconds) > 0 && Number(seconds) <= 30, seconds);
    assert.ok(await page.locator('#again').isDisabled());
    await page.clock.runFor(31_000);
    assert.equal(await text('status'), 'You can try again now.');
    assert.ok(await page.locator('#again').isEnabled());
  });

  visit('shows an error if its token is wrong', async ({ page, is, text }) => {
    const own = await startPage(service.url, 'sl_web_wrong');
    await page.goto(`${own}?smartlink=BCDFGHJK`);
    await page.click('#ask');
    await is('error');
    assert.match(await text('said'), /valid token/);
  });

  for (const [name, width] of [
    ['a small phone', 320],
    ['a desktop', 1280],
  ] as const) {
    visit(
      `needs no scrolling to the side on ${name}`,
      async ({ page, open, is }) => {
        const coupon = 'A'.repeat(200);
        const { code } = await link({ metadata: { coupon, ['b'.repeat(60)]: 'c'.repeat(200) } });
        await open(code);
        await page.click('#ask');
        await is('granted');
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
        // The notches of the ticket overflow on purpose, so the ticket itself is not measured.
        const wide = await page.evaluate(
          `[...document.querySelectorAll('main *')]
            .filter((one) => one.scrollWidth > one.clientWidth && !one.matches('.stub, span, #status'))
            .map((one) => one.outerHTML.slice(0, 100))`,
        );
        assert.deepEqual(wide, []);
      },
      { viewport: { width, height: 700 } },
    );
  }

  it('lets the page load nothing from elsewhere', async () => {
    const { headers } = await fetch(address);
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; " +
        `connect-src ${service.url}; img-src data:; form-action 'self'; base-uri 'none'; ` +
        "frame-ancestors 'none'",
    );
    assert.equal((await fetch(`${address}start.js`)).status, 404);
    assert.equal((await fetch(`${address}../README.md`)).status, 404);
  });
});
