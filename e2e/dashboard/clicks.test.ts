import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { clicksSettled } from '#server/test/clicks/settled.ts';
import { SHOP, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { chooseItem, firstOwner, focused, type Window } from './open-dashboard.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
const COMPUTER = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`;
const PHONE = `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`;
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Zones whose offset has a quarter of an hour, with what browsers call them: also the old spelling. */
const KATHMANDU = { id: 'Asia/Kathmandu', shown: /^Asia\/Kath?mandu$/ };
const EUCLA = { id: 'Australia/Eucla', shown: /^Australia\/Eucla$/ };
/** The time from the start of the tests in which no new day must begin. */
const DAY_LASTS_MS = 30 * 60_000;

const dayIn = (timeZone: string, at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { timeZone });

/** A zone in which all clicks of the tests are of one day. */
function zoneOfOneDay(): typeof KATHMANDU {
  const now = Date.now();
  const isOneDay = dayIn(KATHMANDU.id, now) === dayIn(KATHMANDU.id, now + DAY_LASTS_MS);
  return isOneDay ? KATHMANDU : EUCLA;
}

/** The radio buttons of a segmented control are invisible. */
const ATTACHED = { state: 'attached' } as const;

describeInBrowser('clicks in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  const zone = zoneOfOneDay();

  before(async () => {
    // The tests compare periods that are years ago.
    service = await startService({ CLICKS_MONTHS: '99' });
    await service.apply(SHOP);
    for (const code of ['Sale26', 'Spring26']) {
      const tags = code === 'Sale26' ? ['sale', 'print'] : ['sale'];
      const body = { uri: `${service.url}/health/live`, code, tags };
      await service.request('POST', '/manage/v1/smartlinks', { body });
    }
    // The user agent of a headless browser would be that of a bot.
    ada = await firstOwner(browser(), service, {
      userAgent: COMPUTER,
      timezoneId: zone.id,
    });
  });

  const search = (): string => decodeURIComponent(new URL(ada.tab.url()).search);
  /** The number of the period, such as "Clicks". */
  const number = (name: string, value: string): Locator =>
    ada.tab.getByRole('button', { name: new RegExp(`^${name}\\s*${value}(?!\\d)`) });
  const period = (name: string): Locator =>
    ada.tab.getByRole('radiogroup', { name: 'Period' }).getByText(name, { exact: true });
  const card = (name: string): Locator => ada.tab.getByRole('region', { name, exact: true });
  /** A row of a card: "Android 3 60%". */
  const row = (of: string, value: string, count = ''): Locator =>
    card(of).getByRole('button', {
      name: new RegExp(`^${value.replace(/[()]/g, '\\$&')} ${count}`),
    });

  async function visit(code: string, userAgent: string, more: Visit = {}): Promise<void> {
    const headers = {
      'user-agent': userAgent,
      'accept-language': 'de-DE,de;q=0.9',
      ...(more.referrer === undefined ? {} : { referer: more.referrer }),
    };
    await fetch(`${service.url}/${code}${more.query ?? ''}`, { headers, redirect: 'manual' });
  }

  describe('before the first click', () => {
    it('explain what counts', async () => {
      const { tab, goto } = ada;
      await goto('shop/links');
      await tab.getByRole('link', { name: 'Clicks' }).click();
      await tab.getByRole('heading', { name: 'No clicks yet' }).waitFor();
      await tab.getByText(/^Each visit of a link counts/).waitFor();
      await card('What is stored about a visit')
        .getByText(/^Not stored: IP addresses/)
        .waitFor();
      await tab.getByText(/^Single visits .* Counts by time are deleted after 99 months/).waitFor();
      await tab.getByRole('main').getByRole('link', { name: 'Go to links' }).click();
      await tab.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
    });

    it('can be tried on the page of a link, which shows the click without a reload', async () => {
      const { tab, to } = ada;
      await to('shop/links/Sale26');
      await tab.getByRole('tab', { name: 'Clicks' }).click();
      await tab.getByRole('heading', { name: 'No clicks yet' }).waitFor();
      const opened = tab.waitForEvent('popup');
      await tab.getByRole('main').getByRole('link', { name: 'Open the link', exact: true }).click();
      await (await opened).close();
      await number('Clicks', '1').waitFor();
      await number('Visitors', '1').waitFor();
      await tab.getByText(/^Updated/).waitFor();
    });
  });

  describe('after some clicks', () => {
    before(async () => {
      const campaign = '?utm_campaign=autumn&utm_source=letter&utm_medium=email';
      await visit('Sale26', COMPUTER, { query: campaign, referrer: 'https://news.example/a' });
      await visit('Sale26', PHONE, { query: campaign });
      await visit('Sale26', PHONE);
      await visit('Spring26', PHONE, { referrer: 'https://news.example/b' });
      await visit('Spring26', BOT);
      await visit('Spring26', BOT);
      await clicksSettled(service);
      await ada.goto('shop/clicks');
    });

    it('shows the numbers of all links', async () => {
      const { tab } = ada;
      await number('Clicks', '5').waitFor();
      await number('Other traffic', '2').waitFor();
      await row('Platform', 'Android', '3').waitFor();
      await row('Referrer', 'news.example', '2').waitFor();
      await row('Referrer', 'Direct or unknown', '3').waitFor();
      await row('Language', 'German (Germany)', '4').waitFor();
      await row('Campaign', 'autumn', '2').waitFor();
      await card('Campaign').getByText('Medium').click();
      await row('Campaign', 'email', '2').waitFor();
      const tags = card('Top tags').getByRole('listitem');
      await tags.nth(1).waitFor();
      assert.deepEqual(await tags.allTextContents(), ['sale5', 'print4']);
      await tags.first().getByRole('link').focus();
      await tab.keyboard.press('Tab');
      await tab.keyboard.press('Shift+Tab');
      // The tooltip of the next tag, with the same text, can still be there.
      await tab.getByRole('tooltip').getByText('0 opened apps, 0 redemptions').first().waitFor();
      await card('Top templates').getByText('No clicks on links that a template').waitFor();
      const top = card('Top links').getByRole('row');
      await top.getByRole('link').nth(1).waitFor();
      assert.deepEqual(await top.getByRole('link').allTextContents(), ['Sale26', 'Spring26']);
      const shown = await tab.getByRole('combobox', { name: 'Time zone' }).inputValue();
      assert.match(shown, zone.shown);
    });

    it('shows what followed the visits', async () => {
      const { tab, to } = ada;
      const steps = card('From visit to redemption').getByRole('listitem');
      const texts = async (): Promise<string[]> => (await steps.allInnerTexts()).map(oneLine);
      assert.deepEqual(await texts(), [
        'Visits 5',
        'App store 0 0% of visits',
        'App opened 0 0% of visits',
        'Redeemed 0 0% of visits',
      ]);
      await card('From visit to redemption')
        .getByText(/client library/)
        .waitFor();
      const client = service.client('android').otherwise(({ metadata }) => metadata());
      await client.open('com.shop.app://product/5?smartlink=Sale26&utm_campaign=autumn');
      await eventually('the report is counted', async () => {
        const { json } = await service.request('GET', '/manage/v1/clicks');
        return json.funnel.opened === 1 && json.funnel.redeemed === 1;
      });
      await to('shop/clicks?platform=android');
      await number('Clicks', '3').waitFor();
      assert.deepEqual(await texts(), [
        'Visits 3',
        'App store 0 0% of visits',
        'App opened 1 33% of visits',
        'Redeemed 1 33% of visits',
      ]);
      await to('shop/clicks?browser=Chrome');
      await card('From visit to redemption')
        .getByText(/^Not available/)
        .waitFor();
      await to('shop/links/Sale26?tab=clicks');
      await tab.getByRole('heading', { name: /Sale26/, level: 1 }).waitFor();
      await steps.filter({ hasText: /^App opened\s*1/ }).waitFor();
      await to('shop/clicks');
      await card('Top tags').getByRole('link', { name: 'print' }).click();
      await tab.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
      assert.match(search(), /tag=print/);
      await to('shop/clicks');
      await number('Clicks', '5').waitFor();
    });

    it('is filtered by clicking, and the address and "back" follow', async () => {
      const { tab } = ada;
      const rows = card('Platform').getByRole('list');
      const [all, one] = [await heightOf(rows), await heightOf(row('Platform', 'Android', '3'))];
      const count = await rows.getByRole('listitem').count();
      assert.ok(count < 4 && all < (count + 0.5) * one, `${count} rows: ${all} of ${one}`);
      await row('Platform', 'Android', '3').click();
      await number('Clicks', '3').waitFor();
      assert.equal(search(), '?platform=android');
      // The card keeps its height, so that the cards below do not move.
      await rows.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
      assert.equal(await heightOf(rows), all);
      await row('Referrer', 'Direct or unknown', '2').click();
      await number('Clicks', '2').waitFor();
      assert.equal(search(), '?platform=android&referrer=');
      await tab.reload();
      await number('Clicks', '2').waitFor();
      await tab.getByRole('button', { name: 'Remove filter: Platform: Android' }).click();
      await number('Clicks', '3').waitFor();
      assert.equal(search(), '?referrer=');
      await tab.goBack();
      await number('Clicks', '2').waitFor();
      await tab.getByRole('button', { name: 'Remove all' }).click();
      await number('Clicks', '5').waitFor();
      assert.equal(search(), '');
    });

    it('shows other traffic apart from that of people', async () => {
      const { tab } = ada;
      await number('Other traffic', '2').click();
      await row('Kind of traffic', 'Bots', '2').waitFor();
      assert.equal(await row('Campaign', 'autumn').count(), 0);
      assert.equal(await card('Top links').count(), 0);
      assert.equal(search(), '?show=other');
      await number('Clicks', '5').click();
      await card('Top links').waitFor();
      assert.equal(await card('Kind of traffic').count(), 0);
      assert.equal(search(), '');
      await tab.getByRole('heading', { name: 'Clicks', level: 2 }).waitFor();
    });

    it('has other periods and time zones', async () => {
      const { tab } = ada;
      await period('Today').click();
      await tab.getByRole('radio', { name: 'Today', checked: true }).waitFor(ATTACHED);
      assert.equal(search(), '?range=today');
      await tab
        .getByRole('combobox', { name: 'Points of the chart' })
        .and(tab.locator('[value=Hours]'))
        .waitFor();
      await tab.getByRole('combobox', { name: 'Time zone' }).fill('new york');
      await tab.getByRole('option', { name: 'America/New York' }).click();
      await tab.waitForURL(/zone=America/);
      await focused(tab.getByRole('combobox', { name: 'Time zone' }));
      await period('Custom').click();
      const dialog = tab.getByRole('dialog', { name: 'Custom period' });
      await dialog.getByLabel('First day').fill('2026-03-02');
      await dialog.getByLabel('Last day').fill('2026-03-01');
      await dialog.getByRole('button', { name: 'Show' }).click();
      await dialog.getByText('The last day is before the first day.').waitFor();
      await focused(dialog.getByLabel('Last day'));
      await dialog.getByLabel('Last day').fill('2026-03-03');
      await dialog.getByRole('button', { name: 'Show' }).click();
      // Soon after midnight in that zone, today has no clicks either.
      await tab.getByRole('radio', { name: 'Custom', checked: true }).waitFor(ATTACHED);
      await number('Clicks', '0').waitFor();
      assert.match(search(), /range=custom/);
      assert.match(search(), /from=2026-03-02&to=2026-03-03/);
      assert.equal(await tab.getByText(/^Updated/).count(), 0);
      await tab.reload();
      await number('Clicks', '0').waitFor();
      await tab.getByRole('radio', { name: 'Custom', checked: true }).waitFor(ATTACHED);
      // The dates can be changed again.
      const change = tab.getByRole('button', { name: /^2\s*–\s*3 Mar 2026/ });
      const shown = dialog.getByLabel('First day').and(tab.locator('[value="2026-03-02"]'));
      await change.click();
      await shown.waitFor();
      await dialog.getByLabel('First day').fill('');
      await dialog.getByRole('button', { name: 'Show' }).click();
      await focused(dialog.getByLabel('First day').and(tab.locator('[aria-invalid=true]')));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      // Nothing is left of what was cancelled.
      await change.click();
      await shown.waitFor();
      assert.equal(await dialog.getByText('Select both days.').count(), 0);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });

    it('has a chart for keyboards, and a table', async () => {
      const { tab, goto } = ada;
      await goto('shop/clicks');
      const chart = tab.getByRole('slider', { name: /^Clicks over time/ });
      await chart.focus();
      await tab.keyboard.press('End');
      await tab.waitForFunction(
        `/: 5 clicks; previous period: 0/.test(document.querySelector('[role=slider]').ariaValueText)`,
      );
      await tab.keyboard.press('ArrowLeft');
      await tab.waitForFunction(
        `/: 0 clicks/.test(document.querySelector('[role=slider]').ariaValueText)`,
      );
      const compare = tab.getByRole('switch', { name: 'Previous period' });
      // Not `uncheck`: the switch follows the address, so it can still be checked right after the click.
      await compare.click({ force: true });
      await tab.waitForURL(/compare=off/);
      await compare.and(tab.locator(':not(:checked)')).waitFor(ATTACHED);
      await tab.getByRole('button', { name: 'Show as table' }).click();
      const table = tab.getByRole('table', { name: 'Clicks over time' });
      await table.getByRole('row').nth(30).waitFor();
      assert.equal(await table.getByRole('row').count(), 31);
      await table.getByRole('row').last().getByRole('cell', { name: '5', exact: true }).waitFor();
      await tab.getByRole('button', { name: 'Show as chart' }).click();
      await chart.waitFor();
    });

    it('says at the switch for it why there is no previous period', async () => {
      const { tab, to } = ada;
      await to('shop/clicks?range=custom&from=2017-01-01&to=2017-12-31');
      const compare = tab.getByRole('switch', { name: 'Previous period', exact: true });
      await compare.and(tab.locator(':disabled')).waitFor();
      const id = await compare.getAttribute('aria-describedby');
      const reason = 'so the previous period is not shown';
      await tab.locator(`[id="${id}"]`, { hasText: reason }).waitFor();
    });

    it('names points that are not whole months by their dates', async () => {
      const { tab, goto } = ada;
      await goto('shop/clicks?range=custom&from=2025-01-10&to=2026-03-20&unit=month');
      const chart = tab.getByRole('slider', { name: /^Clicks over time/ });
      await chart.focus();
      await tab.keyboard.press('Home');
      await chart
        .and(tab.locator('[aria-valuetext^="10"][aria-valuetext*="31 Jan 2025: "]'))
        .waitFor();
      // The points of the previous period begin at other days, two of them in November.
      await tab.getByText(/^2\s*–\s*23 Nov 2023$/).waitFor();
      await tab.keyboard.press('ArrowRight');
      await tab.getByText(/^February 2025$/).waitFor();
      await tab.getByText(/^24 Nov\s*–\s*21 Dec 2023$/).waitFor();
      // On a phone, what it says about a point is inside of the chart.
      await tab.setViewportSize({ width: 320, height: 640 });
      await eventually('the chart fits', async () => {
        const { width = 1000 } = (await chart.boundingBox()) ?? {};
        const plot = await chart.locator('canvas').boundingBox();
        return width < 320 && plot !== null && plot.width <= width;
      });
      // The new plot is at the same point.
      await tab.getByText(/^February 2025$/).waitFor();
      await tab.keyboard.press('Home');
      const tip = chart.locator('xpath=following-sibling::*[@aria-hidden]');
      for (let point = 0; point < 15; point++) {
        const [outer, inner] = [await chart.boundingBox(), await tip.boundingBox()];
        assert.ok(outer && inner);
        assert.ok(inner.x >= outer.x - 1, `${point}: ${inner.x}`);
        assert.ok(inner.x + inner.width <= outer.x + outer.width + 1, `${point}: ${inner.x}`);
        await tab.keyboard.press('ArrowRight');
      }
      await tab.setViewportSize({ width: 1280, height: 720 });
    });

    it('says if it does not show all events', async () => {
      const { tab, to } = ada;
      const hint = tab.getByText('The chart shows only the newest events of this period.');
      await to('shop/links/Spring26?tab=clicks');
      await tab.getByRole('heading', { name: /Spring26/, level: 1 }).waitFor();
      await tab.getByRole('slider', { name: /^Clicks over time/ }).waitFor();
      assert.equal(await hint.count(), 0);
      for (let change = 0; change < 202; change++) {
        const body = { state: change % 2 === 0 ? 'disabled' : 'active' };
        await service.request('PATCH', '/manage/v1/smartlinks/Spring26', { body });
      }
      await tab.reload();
      await hint.waitFor();
    });

    it('exports the single clicks of the period and the link', async () => {
      const { tab, to } = ada;
      const exported = async (format: RegExp): Promise<{ name: string; lines: string[] }> => {
        await tab.getByRole('button', { name: 'Export' }).click();
        const started = tab.waitForEvent('download');
        await chooseItem(tab, format);
        const download = await started;
        const text = readFileSync(await download.path(), 'utf8');
        return { name: download.suggestedFilename(), lines: text.trimEnd().split(/\r?\n/) };
      };
      await to('shop/clicks?range=today');
      await number('Clicks', '5').waitFor();
      const all = await exported(/^CSV/);
      assert.match(all.name, /^clicks-(\d{4}-\d\d-\d\d)-\1\.csv$/);
      assert.equal(all.lines.length, 1 + 5 + 2);
      await to('shop/links/Spring26?tab=clicks');
      await tab.getByRole('heading', { name: /Spring26/, level: 1 }).waitFor();
      const link = await exported(/^NDJSON/);
      assert.match(link.name, /^clicks-Spring26-.*\.ndjson$/);
      const codes = link.lines.map((line) => (JSON.parse(line) as { code: string }).code);
      assert.deepEqual(codes, ['Spring26', 'Spring26', 'Spring26']);
    });

    it('leads to the clicks of a link, and back', async () => {
      const { tab, to } = ada;
      await to('shop/clicks?range=7d');
      await card('Top links').getByRole('link', { name: 'Spring26' }).click();
      await tab.getByRole('tab', { name: 'Clicks', selected: true }).waitFor();
      await number('Clicks', '1').waitFor();
      await number('Other traffic', '2').waitFor();
      assert.deepEqual(search().slice(1).split('&').toSorted(), ['range=7d', 'tab=clicks']);
      await tab.getByRole('tab', { name: 'Overview' }).click();
      await tab.getByRole('heading', { name: 'Routes', exact: true }).waitFor();
      await tab.goBack();
      await number('Clicks', '1').waitFor();
      await tab.goBack();
      await number('Clicks', '5').waitFor();
    });

    it('are in the list of links', async () => {
      const { tab, goto } = ada;
      const requested: string[] = [];
      tab.on('request', (request) => requested.push(request.url()));
      await goto('shop/links');
      const cell = (code: string, name: string): Locator =>
        tab.getByRole('row').filter({ hasText: code }).getByRole('cell', { name, exact: true });
      await cell('Sale26', '4').waitFor();
      await cell('Spring26', '1').waitFor();
      assert.equal(requested.filter((url) => url.includes('/clicks/links')).length, 1);
      assert.ok(!requested.some((url) => /\/(chart|clicks)-/.test(url)));
      assert.deepEqual(ada.complaints, []);
    });
  });

  it('are explained where the operator has turned them off', async () => {
    const off = await startService({ CLICKS: 'off' });
    await off.apply(SHOP);
    await off.request('POST', '/manage/v1/smartlinks', { body: { uri: 'a', code: 'Sale26' } });
    const { tab, goto, to, complaints } = await firstOwner(browser(), off);
    await goto('shop/clicks');
    await tab.getByRole('heading', { name: 'Clicks are not recorded' }).waitFor();
    await tab.getByText(/remove the setting CLICKS=off/).waitFor();
    await to('shop/links/Sale26?tab=clicks');
    await tab.getByRole('heading', { name: /Sale26/, level: 1 }).waitFor();
    await tab.getByRole('heading', { name: 'Clicks are not recorded' }).waitFor();
    await to('shop/links');
    await tab.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
    await tab.getByRole('link', { name: 'Sale26' }).waitFor();
    await tab.getByRole('columnheader', { name: 'Clicks, 30 days' }).waitFor({ state: 'detached' });
    await tab.getByRole('columnheader', { name: 'Redemptions' }).waitFor();
    assert.deepEqual(complaints, []);
  });
});

async function heightOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.height ?? NaN;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface Visit {
  /** With "?". */
  readonly query?: string;
  readonly referrer?: string;
}
