import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createClient } from '@smartlink/client';
import { SHOP, startService, type Service } from '../harness.ts';

const RULES = [
  {
    name: 'campaign',
    when: { query: [{ name: 'src', values: ['mail'] }] },
    routes: { iphone: { link: 'com.shop.app://mail' } },
  },
  {
    name: 'new version',
    when: { app_version: { from: '5.2' } },
    routes: { iphone: { link: 'com.shop.app://new' } },
  },
];

describe('rules of a link that the SDK opens', () => {
  let service: Service;
  let address = '';
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    await service.apply(SHOP);
    const body = { uri: 'products/5', rules: RULES };
    const made = await service.request('POST', '/manage/v1/smartlinks', { body });
    assert.equal(made.status, 201, made.text);
    address = made.json.smartlink;
  });

  /** The path for which the handler was called. */
  const opened = async (url: string, appVersion?: string): Promise<string | undefined> => {
    let path: string | undefined;
    const client = createClient({
      baseUrl: service.url,
      token: service.owner.tokens.iphone,
      appVersion,
    });
    client.otherwise((opening) => {
      path = opening.path;
    });
    client.map('*rest', (opening) => {
      path = opening.path;
    });
    assert.equal(await client.open(url), true);
    const { route } = await client.resolve(url);
    assert.equal(route?.link.replace(/^.*:\/\//, ''), path);
    return path;
  };

  test('depend on its version and on the query of the address', async () => {
    const usual = await opened(address);
    assert.ok(usual !== 'new' && usual !== 'mail', usual);
    assert.equal(await opened(address, '5.1.9'), usual);
    assert.equal(await opened(address, '5.2'), 'new');
    assert.equal(await opened(address, '5.10.1'), 'new');
    assert.equal(await opened(`${address}?src=mail`), 'mail');
    assert.equal(await opened(`${address}?src=mail&x=1#y`, '5.2'), 'mail');
    assert.equal(await opened(`${address}?src=print`, '5.1'), usual);
    // Longer than the service reads, and not well-formed.
    assert.equal(await opened(`${address}?src=mail&x=${'\u{1f600}'.repeat(2000)}`), 'mail');
    assert.equal(await opened(`${address}?src=mail&x=\ud800`), 'mail');
  });
});
