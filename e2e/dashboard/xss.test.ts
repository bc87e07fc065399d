import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { TABLES } from '#server/src/storage/tables.ts';
import { clicksSettled } from '#server/test/clicks/settled.ts';
import { proof, startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { XSS } from '../visit/xss-corpus.ts';
import { FORMS, HOSTILE_TEXT } from './hostile-forms.ts';
import { OWN_COLUMNS } from './hostile-rows.ts';
import { firstOwner, newWindow, type Window } from './open-dashboard.ts';
import { plantTexts, type Planted } from './plant-texts.ts';
import { watch, type Watch } from './watch.ts';

/** The number of texts in one row. */
const TEXTS_PER_ROW = proof ? 6 : 12;
const GROUPS = Array.from({ length: Math.ceil(XSS.length / TEXTS_PER_ROW) }, (_, index) =>
  XSS.slice(index * TEXTS_PER_ROW, (index + 1) * TEXTS_PER_ROW),
);

describeInBrowser('hostile text in the dashboard', (browser) => {
  let service: Service;
  let ada: Window;
  let watched: Watch;
  let planted: Planted;
  before(async () => {
    service = await startService({
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'x',
      OIDC_NAME: '<img src=x onerror=alert(1)>',
    });
    ada = await firstOwner(browser(), service);
    const [member] = await service.app.ctx.db.all<{ id: string }>('select id from members');
    planted = await plantTexts(service, member?.id ?? '', GROUPS);
    watched = await watch(ada.tab.context(), service.url);
  });

  /**
   * Asserts that no text ran or became markup. With `shows`, it first waits until some of the texts
   * are visible.
   */
  const assertHarmless = async (where: string, shows = true): Promise<void> => {
    const { tab, complaints } = ada;
    const isShown = async (): Promise<boolean> => {
      const typed: string = await tab.evaluate(READ_INPUTS);
      const shown = `${await tab.locator('body').innerText()} ${typed}`;
      return XSS.some((text) => shown.includes(text));
    };
    if (shows) await eventually(`hostile text in ${where}`, isShown, 15_000);
    assert.deepEqual(await watched.scan(tab), [], where);
    assert.deepEqual([...watched.incidents, ...complaints], [], where);
  };
  /** Opens a page from the previous one, which is faster than loading it. */
  const open = async (path: string): Promise<void> => {
    const { tab, to } = ada;
    // What is open above the page could stay open. The router decodes and encodes names of its own.
    const above = await tab.getByRole('dialog').or(tab.getByRole('menu')).count();
    const isFirst = !tab.url().startsWith(service.url);
    if (proof || isFirst || above > 0 || path.includes('%')) return load(path);
    await to(path);
    await isReady();
  };
  const load = async (path: string): Promise<void> => {
    await ada.goto(path);
    await isReady();
  };
  const isReady = async (): Promise<void> => {
    const { tab } = ada;
    await tab.getByRole('heading', { level: 1 }).first().waitFor();
    await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  };

  it('would be noticed if it had an effect', async () => {
    const { tab } = await newWindow(browser(), service);
    const control = await watch(tab.context(), service.url);
    await tab.goto(`${service.url}/dashboard/sign-in`);
    await tab.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await control.scan(tab), []);
    const bad = `<img src=x onerror=alert(1)><script>alert(1)</script><a href=javascript:alert(1)>x</a>
      <iframe srcdoc="<script>alert(1)</script>"></iframe><img src=https://else.example/x.png>`;
    await tab.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(bad)})`);
    await tab.evaluate(`alert(1)`);
    // The frame is loaded, and what is stopped is reported, a moment later.
    await eventually('all is found', async () => (await control.scan(tab)).length === 6);
    const noticed = () =>
      new Set(control.incidents.map((one) => one.split(' ').slice(0, 4).join(' ')));
    await eventually('all is noticed', () => noticed().size >= 4);
    assert.deepEqual([...noticed()].toSorted(), [
      'ran alert',
      'was stopped by img-src',
      'was stopped by script-src-attr',
      'was stopped by script-src-elem',
    ]);
  });

  it('is stored in every column that users can fill', async () => {
    for (const { name } of TABLES) {
      const own = OWN_COLUMNS[name]?.split(' ') ?? [];
      const rows = await service.app.ctx.db.all<Record<string, unknown>>(`select * from ${name}`);
      const filled = Object.keys(rows[0] ?? {}).filter((column) =>
        rows.some((row) => XSS.some((text) => String(row[column]).includes(text))),
      );
      if (rows.length === 0) continue;
      assert.deepEqual([...own, ...filled].toSorted(), Object.keys(rows[0] ?? {}).toSorted(), name);
    }
  });

  it('is harmless in the list of links and on the tabs of each', async () => {
    await open('shop/links');
    await assertHarmless('the list');
    await ada.tab.getByRole('button', { name: 'Saved filters' }).click();
    const filters = ada.tab.getByRole('dialog', { name: 'Saved filters' });
    await filters.getByRole('listitem').first().waitFor();
    assert.equal(await filters.getByRole('listitem').count(), planted.codes.length);
    await assertHarmless('saved filters');
    for (const [index, code] of planted.codes.entries()) {
      for (const [tabIndex, name] of LINK_TABS.entries()) {
        if (!proof && tabIndex !== index % LINK_TABS.length) continue;
        await open(`shop/links/${code}?tab=${name}`);
        await assertHarmless(`${name} of ${code}`);
        if (name !== 'metadata') continue;
        await ada.tab.getByText('Text', { exact: true }).click();
        await ada.tab.locator('.cm-content').waitFor();
        await assertHarmless(`metadata of ${code} as text`);
        await ada.tab.getByText('Tree', { exact: true }).click();
      }
    }
  });

  it('is harmless in templates and settings', async () => {
    await open('shop/templates');
    await assertHarmless('templates');
    const [first = '', ...others] = planted.templates;
    for (const name of proof ? [first, ...others] : [first]) {
      await open(`shop/templates/${encodeURIComponent(name)}`);
      await assertHarmless(`template ${name}`);
    }
    for (const app of planted.apps) {
      for (const page of ['platforms', 'look']) {
        await open(`${app}/settings/${page}`);
        await assertHarmless(`${page} of ${app}`);
      }
      await open(`${app}/settings/doctor`);
      await assertHarmless(`the doctor of ${app}`, false);
    }
  });

  it('is harmless in webhooks and in what their receivers respond', async () => {
    await open('shop/settings/webhooks');
    await assertHarmless('webhooks');
    for (const index of GROUPS.keys()) {
      if (!proof && index > 1) break;
      await open(`shop/settings/webhooks/wh_${index}`);
      await assertHarmless(`webhook ${index}`);
      await ada.tab.getByRole('button', { name: `Show evt_${index}` }).click();
      await ada.tab.getByRole('dialog').getByText('500').waitFor();
      await assertHarmless(`a delivery of webhook ${index}`);
    }
  });

  it('is harmless in the names of members, apps, browsers and tokens', async () => {
    const { tab } = ada;
    for (const page of ['shop/settings/members', 'shop/settings/tokens', 'account']) {
      await open(page);
      await assertHarmless(page);
    }
    await tab.getByRole('button', { name: /^Account/ }).click();
    await assertHarmless('the menu', false);
    await open('shop/links');
    await tab.keyboard.press('Control+K');
    const words = tab.getByPlaceholder(/Search or go to/).last();
    await words.waitFor();
    await assertHarmless('the apps to jump to');
    for (const text of XSS.slice(0, proof ? XSS.length : 5)) {
      await words.fill(text.toWellFormed());
      // The result is a link, or only an app if the search rejects the text. A one-line field
      // removes line breaks, and then nothing matches.
      const dialog = tab.getByRole('dialog');
      const found = dialog.getByRole('button').or(dialog.getByText('No results', { exact: true }));
      await found.first().waitFor();
      await assertHarmless(`jumping to ${text}`);
    }
  });

  it('is harmless in what visitors send', async () => {
    for (const text of XSS.slice(0, proof ? XSS.length : 5)) {
      const word = encodeURIComponent(text.toWellFormed());
      const query = `utm_campaign=${word}&utm_source=${word}&utm_medium=${word}`;
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/143.0' };
      const address = `${service.url}/${planted.codes[0]}?${query}`;
      await fetch(address, { headers, redirect: 'manual' });
    }
    await clicksSettled(service);
    await open('shop/clicks');
    await assertHarmless('clicks');
    await ada.tab.getByRole('region', { name: 'Campaign' }).getByRole('button').nth(1).click();
    await ada.tab.getByRole('button', { name: /^Remove filter/ }).waitFor();
    await assertHarmless('filtered clicks');
  });

  it('is harmless in the audit log', async () => {
    const { tab } = ada;
    await open('shop/settings/audit');
    const endOfLog = tab.getByText('End of the log.');
    const more = tab.getByRole('button', { name: 'Show more' });
    const entries = tab.getByRole('main').getByRole('listitem');
    await more.or(endOfLog).waitFor();
    while (!(await endOfLog.isVisible())) {
      const count = await entries.count();
      await more.click();
      await entries.nth(count).waitFor();
    }
    const details = await tab.getByRole('button', { name: 'What changed' }).all();
    assert.ok(details.length > GROUPS.length);
    for (const one of proof ? details : details.slice(0, 10)) await one.click();
    await assertHarmless('the audit log');
  });

  it('is harmless in addresses', async () => {
    const { tab, goto } = ada;
    const text = encodeURIComponent(HOSTILE_TEXT);
    for (const path of [
      `sign-in?failed=${text}&to=${text}`,
      'sign-in?to=javascript:alert(1)',
      `invitation#${text}`,
      `${text}/links`,
      `shop/${text}`,
      `shop/links/${text}?tab=${text}`,
      `shop/links?q=${text}&tag=${text}&state=${text}&template=${text}&sort=${text}`,
      `shop/clicks?range=custom&from=${text}&zone=${text}&show=${text}&kind=${text}&referrer=${text}`,
      `shop/templates/${text}`,
      `shop/new-template?copy=${text}&example=${text}`,
      `shop/settings/${text}`,
    ]) {
      await goto(path);
      await tab.getByRole('heading', { level: 1 }).first().waitFor();
      await assertHarmless(path, false);
    }
    await goto(`invitation#${planted.invitation}`);
    await tab.getByRole('heading', { name: /You are invited to/ }).waitFor();
    await assertHarmless('an invitation');
  });

  it('is harmless in forms, previews and error messages', async () => {
    const { tab } = ada;
    for (const { path, opens, sends, email } of FORMS) {
      // The messages of the previous form must not be taken for those of this one.
      await load(path);
      if (opens !== undefined) await tab.getByRole('button', { name: opens }).click();
      for (const box of await tab.getByRole('textbox').all()) {
        if (await box.isEditable()) await box.fill(email ?? HOSTILE_TEXT);
      }
      await assertHarmless(`${path}, typed`, false);
      await tab.getByRole('button', { name: sends }).click();
      const answer = tab.locator('[aria-invalid=true]:visible, [role=alert]:visible, code');
      await answer.first().waitFor();
      await assertHarmless(`${path}, sent`, false);
    }
  });
});

const READ_INPUTS = `[...document.querySelectorAll('input, textarea')].map(({ value }) => value).join(' ')`;
const LINK_TABS = ['overview', 'devices', 'metadata', 'redemptions', 'history'];
