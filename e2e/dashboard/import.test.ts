import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { before, it } from 'node:test';
import { MAX_OWN } from '#server/src/http/long-bodies.ts';
import { startService, type Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { axeViolations, overflowingElements } from './axe.ts';
import { firstOwner, focused, type Window } from './open-dashboard.ts';

/** More than two requests create. */
const COUNT = 1100;

function file(name: string, rows: readonly string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) };
}

describeInBrowser('imports of links', (browser) => {
  let service: Service;
  let ada: Window;

  before(async () => {
    service = await startService();
    const viewport = { width: 375, height: 740 };
    ada = await firstOwner(browser(), service, { viewport, colorScheme: 'dark' });
  });

  async function exported(): Promise<string[]> {
    const { text } = await service.request('GET', '/manage/v1/smartlinks/export');
    return text.trimEnd().split('\r\n').slice(1);
  }

  /** Begins as many long requests of the user as can be in progress. The returned function ends them. */
  async function holdUploads(): Promise<() => void> {
    const url = `${service.url}/manage/v1/smartlinks/bulk`;
    const own = { 'sec-fetch-site': 'same-origin', 'smartlink-app': 'shop' };
    const cookies = await ada.tab.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const json = { 'content-type': 'application/json', 'content-length': 100_000 };
    const headers = { ...own, ...json, cookie };
    const held = new Set<ClientRequest>();
    const hold = (): void => {
      const begun = httpRequest(url, { method: 'POST', headers });
      held.add(begun);
      begun.on('error', () => undefined);
      // The request below can come first, so that one of these is refused.
      begun.on('response', () => {
        if (held.delete(begun)) hold();
      });
      begun.write('{');
    };
    for (let n = 0; n < MAX_OWN; n++) hold();
    await eventually('another one is refused', async () => {
      const data = { padding: 'x'.repeat(70_000) };
      // The service closes the connection of a refused one, and does not read its body.
      const answer = await ada.tab.request.post(url, { headers: own, data }).catch(() => undefined);
      return answer?.status() === 429;
    });
    return () => {
      const requests = [...held];
      held.clear();
      for (const request of requests) request.destroy();
    };
  }

  it('check rows, import the good ones, and return the others', async () => {
    const { tab, goto, to, complaints } = ada;
    await goto('shop/links');
    const button = tab.getByRole('button', { name: 'Menu' });
    const menu = tab.getByRole('navigation');
    await button.click();
    // The page below the menu cannot be used until the menu is closed, also by a link to the same page.
    await tab.locator('main[inert]').waitFor();
    await menu.getByRole('link', { name: 'Links' }).click();
    await menu.waitFor({ state: 'hidden' });
    assert.equal(await tab.locator('main[inert]').count(), 0);
    await to('shop/import-links');
    await button.click();
    await menu.locator('[aria-current=page]', { hasText: 'Links' }).focus();
    await tab.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await focused(button);
    await tab
      .getByLabel('CSV file', { exact: true })
      .setInputFiles(
        file('links.csv', [
          'External ID,Long URL,Label,Limit',
          'one,https://shop.example/1,"One, with ""quotes""",3',
          'two,https://shop.example/2,<b>Two</b>,many',
          'three,https://shop.example/3,Three,',
        ]),
      );
    await tab.getByRole('button', { name: 'Check rows' }).waitFor();
    await tab.getByLabel('Field of the column Limit').selectOption('redeem_limit');
    await tab.getByLabel('Field of the column Label').selectOption('name');
    await tab.getByRole('button', { name: 'Check rows' }).click();
    await tab.getByText('2 links would be created').waitFor();
    await tab.getByText('1 row with errors, which would be skipped').waitFor();
    assert.deepEqual(await exported(), []);
    assert.deepEqual(await axeViolations(tab), []);
    assert.deepEqual(await overflowingElements(tab), []);

    await tab.getByRole('button', { name: 'Import 2 rows' }).click();
    await tab.getByText('2 links created').waitFor();
    const links = await exported();
    assert.equal(links.length, 2);
    assert.ok(
      links.some((line) => line.includes('"One, with ""quotes"""')),
      links.join('\n'),
    );
    const [download] = await Promise.all([
      tab.waitForEvent('download'),
      tab.getByRole('button', { name: 'Download failed rows' }).click(),
    ]);
    const failed = readFileSync(await download.path(), 'utf8');
    assert.match(failed, /two,https:\/\/shop\.example\/2,<b>Two<\/b>,many,/);
    assert.doesNotMatch(failed, /three/);
    assert.deepEqual(complaints, []);
  });

  it('check for web addresses without https://', async () => {
    const { tab, goto, complaints } = ada;
    await goto('shop/import-links');
    const rows = Array.from({ length: 7 }, (_, n) => `example.com/a-long-path-for-a-phone/${n}`);
    await tab
      .getByLabel('CSV file', { exact: true })
      .setInputFiles(file('hosts.csv', ['uri', 'products/1', ...rows]));
    await tab.getByRole('button', { name: 'Check rows' }).click();
    const notice = tab.getByRole('alert').filter({ hasText: '7 rows with a web address' });
    await notice
      .getByText('Row 3: did you mean https://example.com/a-long-path-for-a-phone/0?')
      .waitFor();
    assert.equal(await notice.getByRole('listitem').count(), 5);
    await notice.getByText('and 2 rows more').waitFor();
    await tab.getByText('8 links would be created').waitFor();
    await tab.getByRole('button', { name: 'Import 8 rows' }).waitFor();
    assert.deepEqual(await axeViolations(tab), []);
    assert.deepEqual(await overflowingElements(tab), []);
    assert.deepEqual(complaints, []);
  });

  it('change links with the same external id, and create nothing twice', async () => {
    const { tab, goto, complaints } = ada;
    await goto('shop/import-links');
    const rows = Array.from({ length: COUNT }, (_, i) => `many-${i},https://shop.example/m/${i}`);
    const csv = file('many.csv', ['external_id,uri', 'one,https://shop.example/1', ...rows]);
    await tab.getByLabel('CSV file', { exact: true }).setInputFiles(csv);
    await tab.getByLabel('Change existing links').click();
    await tab.getByRole('button', { name: 'Check rows' }).click();
    await tab
      .getByRole('button', { name: `Import ${(COUNT + 1).toLocaleString('en')} rows` })
      .click();
    await tab.getByText(`${COUNT.toLocaleString('en')} links created`).waitFor({ timeout: 60_000 });
    assert.equal((await exported()).length, COUNT + 2);

    await goto('shop/import-links');
    await tab.getByLabel('CSV file', { exact: true }).setInputFiles(csv);
    await tab.getByLabel('Change existing links').click();
    await tab.getByRole('button', { name: 'Check rows' }).click();
    await tab.getByText('0 links would be created').waitFor({ timeout: 60_000 });
    assert.equal((await exported()).length, COUNT + 2);
    assert.deepEqual(complaints, []);
  });

  it('stop after a request, and continue', async () => {
    const { tab, goto } = ada;
    const earlier = (await exported()).length;
    await goto('shop/import-links');
    const rows = Array.from({ length: 1200 }, (_, i) => `stop-${i},https://shop.example/s/${i}`);
    const csv = file('stop.csv', ['external_id,uri', ...rows]);
    await tab.getByLabel('CSV file', { exact: true }).setInputFiles(csv);
    await tab.getByRole('button', { name: 'Check rows' }).click();
    const start = tab.getByRole('button', { name: 'Import 1,200 rows' });
    await start.waitFor();
    let releaseRequest = (): void => undefined;
    const released = new Promise<void>((resolve) => (releaseRequest = resolve));
    await tab.route('**/manage/v1/smartlinks/bulk', async (route) => {
      await released;
      await route.continue();
    });
    await start.click();
    await tab.getByRole('button', { name: 'Stop' }).click();
    releaseRequest();
    await tab.getByText('Stopped after 500 rows').waitFor();
    assert.equal((await exported()).length, earlier + 500);
    // The same file would begin with its first row again.
    await tab.getByLabel('CSV file', { exact: true }).setInputFiles(csv);
    const question = tab.getByRole('dialog', { name: 'Choose another file?' });
    await question.getByText(/^The import of “stop.csv” is not complete/).waitFor();
    assert.deepEqual(await axeViolations(tab), []);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByText('1,200 links created').waitFor();
    assert.equal((await exported()).length, earlier + 1200);
    await tab.unroute('**/manage/v1/smartlinks/bulk');
    assert.deepEqual(ada.complaints, []);
  });

  it('wait while other long requests of the user are in progress, then continue', async () => {
    const { tab, goto } = ada;
    const earlier = (await exported()).length;
    await goto('shop/import-links');
    const note = 'n'.repeat(300);
    const rows = Array.from({ length: 300 }, (_, i) => `busy-${i},https://shop.example/b,${note}`);
    await tab
      .getByLabel('CSV file', { exact: true })
      .setInputFiles(file('busy.csv', ['external_id,uri,note', ...rows]));
    const waits = tab.getByRole('status').filter({ hasText: 'The service is busy.' });
    const endFirst = await holdUploads();
    await tab.getByRole('button', { name: 'Check rows' }).click();
    await waits.waitFor();
    endFirst();
    const start = tab.getByRole('button', { name: 'Import 300 rows' });
    await start.waitFor();
    const endSecond = await holdUploads();
    await start.click();
    await waits.waitFor();
    await tab.getByRole('button', { name: 'Stop' }).click();
    await tab.getByText('Stopped after 0 rows.').waitFor();
    await tab.getByRole('button', { name: 'Continue' }).click();
    await waits.waitFor();
    endSecond();
    await tab.getByText('300 links created').waitFor();
    assert.equal((await exported()).length, earlier + 300);
    assert.deepEqual(ada.complaints, []);
  });

  it('ask before a file is replaced that is only partly imported', async () => {
    const { tab, goto } = ada;
    await goto('shop/import-links');
    const input = tab.getByLabel('CSV file', { exact: true });
    await input.setInputFiles(file('first.csv', ['uri', 'https://shop.example/first']));
    await tab.getByRole('button', { name: 'Check rows' }).click();
    const start = tab.getByRole('button', { name: 'Import 1 row' });
    await start.waitFor();
    await tab.route('**/manage/v1/smartlinks/bulk', (route) => route.fulfill({ status: 400 }));
    await start.click();
    await tab.getByText('Interrupted after 0 rows.').waitFor();
    await tab.unroute('**/manage/v1/smartlinks/bulk');
    await input.setInputFiles(file('second.csv', ['uri', 'https://shop.example/second']));
    const question = tab.getByRole('dialog', { name: 'Choose another file?' });
    await question.getByRole('button', { name: 'Choose another file' }).click();
    await tab.getByText('second.csv').waitFor();
    await tab.getByRole('button', { name: 'Check rows' }).waitFor();
    // Nothing of the second file is imported, so a third one replaces it at once.
    await input.setInputFiles(file('third.csv', ['uri', 'https://shop.example/third']));
    await tab.getByText('third.csv').waitFor();
    assert.equal(await question.count(), 0);
    assert.deepEqual(ada.complaints, []);
  });

  it('explain a file that is not CSV', async () => {
    const { tab, goto } = ada;
    await goto('shop/import-links');
    await tab
      .getByLabel('CSV file', { exact: true })
      .setInputFiles(file('links.json', ['{"uri":"https://shop.example/1"}']));
    await tab.getByRole('alert').getByText('This is JSON, not CSV').waitFor();
    // Browsers report a file only if it is not the one that is already chosen.
    const chosen = tab.getByLabel('CSV file', { exact: true }).and(tab.locator('input'));
    assert.equal(await chosen.inputValue(), '');
  });
});
