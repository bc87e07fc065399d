import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openClient, type Client } from '../fuzz/client.ts';
import { afterAll, SHOP, startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { AGENTS } from './agents.ts';
import { plantLinks } from './plant.ts';

describe('a link that opens on phones only, on a computer', () => {
  let service: Service;
  let client: Client;
  let code: string;
  before(async () => {
    service = await startService({ SMARTLINK_BASE: 'https://link.example' });
    await service.apply({
      apps: SHOP.apps.map((app) => ({ ...app, hosts: ['go.shop.example', 'shop.link'] })),
    });
    [code = ''] = await plantLinks(service, [{ iphone: { link: 'shop://p/5', fallback: '' } }]);
    client = openClient(service.url);
    afterAll(() => client.close());
  });

  const visit = async (host: string, as: keyof typeof AGENTS = 'desktop', language = 'en') => {
    const headers = { host, 'user-agent': AGENTS[as], 'accept-language': language };
    return client.send({ method: 'GET', path: `/${code}`, headers });
  };
  const addressIn = (text: string): string | undefined =>
    / id="address" dir="ltr">([^<]*)</.exec(text)?.[1];

  test('shows a QR code of its own address, with the host of the visit', async () => {
    // The first page is new, the others are finished ones.
    for (let turn = 0; turn < 3; turn++) {
      for (const [host, address] of [
        ['link.example', 'https://link.example'],
        ['go.shop.example', 'https://go.shop.example'],
        ['SHOP.link:443', 'https://shop.link'],
      ] as const) {
        const { status, text } = await visit(host);
        assert.equal(status, 200);
        assert.equal(addressIn(text), `${address}/${code}`);
        assert.match(text, /<svg class="code"/);
        assert.doesNotMatch(text, /<script/);
      }
    }
    assert.match((await visit('shop.link', 'desktop', 'de')).text, /Öffnen Sie diesen Link/);
  });

  test('has social previews with the address under which each was opened', async () => {
    for (let turn = 0; turn < 3; turn++) {
      for (const [host, base] of [
        ['link.example', 'https://link.example'],
        ['go.shop.example', 'https://go.shop.example'],
        ['SHOP.link:443', 'https://shop.link'],
      ] as const) {
        const { text } = await visit(host, 'slack');
        assert.ok(text.includes(`<meta property="og:url" content="${base}/${code}">`), host);
      }
    }
  });

  test('changes nothing on phones and in social previews', async () => {
    assert.match((await visit('link.example', 'iphone')).text, /href="shop:\/\/p\/5\?smartlink=/);
    assert.equal((await visit('link.example', 'android')).status, 404);
    const preview = await client.send({
      method: 'GET',
      path: `/${code}`,
      headers: { host: 'link.example', 'user-agent': 'Slackbot-LinkExpanding 1.0' },
    });
    assert.match(preview.text, /og:title/);
    assert.doesNotMatch(preview.text, /<svg class="code"/);
  });

  test('counts as the outcome "scan", and is explained', async () => {
    const path = `/manage/v1/smartlinks/${code}/clicks?by=outcome&kind=human`;
    await eventually('the clicks are stored', async () => {
      const clicks = await service.request('GET', path);
      assert.equal(clicks.status, 200, clicks.text);
      return clicks.text.includes('"scan"');
    });
    const user = encodeURIComponent(AGENTS.desktop);
    const explained = await service.request(
      'GET',
      `/manage/v1/smartlinks/${code}/explain?user_agent=${user}`,
    );
    const { kind, status, why } = JSON.parse(explained.text) as {
      kind: string;
      status: number;
      why: string[];
    };
    assert.deepEqual([kind, status], ['scan', 200]);
    assert.equal(why.at(-1), 'the link opens on iphone, ipad, so a page shows its QR code');
  });

  test('shows no QR code if the app does not want it', async () => {
    await service.request('PATCH', '/manage/v1/app', { body: { visits: { desktop_qr: false } } });
    await eventually('the change is in effect', async () => {
      return (await visit('link.example')).status === 404;
    });
  });
});
