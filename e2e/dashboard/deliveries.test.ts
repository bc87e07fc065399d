import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Service } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { makeWebhook, startReceiver, startSender } from '#server/test/webhooks/receiver.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { firstOwner, type Window } from './open-dashboard.ts';

describeInBrowser('the deliveries of a webhook', (browser) => {
  let service: Service;
  let ada: Window;
  before(async () => {
    service = await startSender();
    ada = await firstOwner(browser(), service);
  });

  it('are requested less often the more are shown', async () => {
    const { tab, goto } = ada;
    const receiver = await startReceiver();
    const { webhook_id: id } = await makeWebhook(service, { url: receiver.url });
    const links = Array.from({ length: 60 }, (_, n) => ({ uri: `https://shop.example/${n}` }));
    await service.request('POST', '/manage/v1/smartlinks/bulk', { body: { links } });
    await eventually('two pages', async () => {
      const path = `/manage/v1/webhooks/${id}/deliveries`;
      return (await service.request('GET', path)).json.next_cursor !== null;
    });
    await goto(`shop/settings/webhooks/${id}`);
    await tab.getByRole('row').nth(40).waitFor();
    const begin = performance.now();
    await tab.getByRole('button', { name: 'Show more' }).click();
    await tab.getByRole('row').nth(55).waitFor();
    await tab.waitForRequest(/\/deliveries\?cursor=/);
    const elapsedMs = performance.now() - begin;
    assert.ok(elapsedMs > 4500, `${elapsedMs} ms`);
    assert.deepEqual(ada.complaints, []);
  });
});
