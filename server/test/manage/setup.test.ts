import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { allowDefaultHost } from '../../src/actions/apps/allow-default-host.ts';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SHOP, startService, type Service } from '../harness.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const APPLE = { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' };

describe('GET /manage/v1/setup', () => {
  let service: Service;
  let other: string;
  before(async () => {
    service = await startService();
    other = (await createApp(service.app.ctx, 'other')).tokens.server;
    // As for the app of a member.
    await allowDefaultHost(service.app.ctx, 'other', false);
  });

  const progress = async (token = service.owner.tokens.server) => {
    const { status, json, text } = await service.request('GET', '/manage/v1/setup', { token });
    assert.equal(status, 200, text);
    return json;
  };
  const NOTHING = {
    base: false,
    domain: false,
    association: false,
    newest_link: null,
    phone_visit: false,
  };

  test('follows from the settings, the links and the clicks', async () => {
    assert.deepEqual(await progress(other), NOTHING);
    await service.apply(SHOP);
    const set = await progress();
    assert.deepEqual([set.base, set.association, set.newest_link], [true, false, null]);
    const universal = { base: 'com.shop.app://', apps: [APPLE] };
    await service.request('PATCH', '/manage/v1/app', { body: { platforms: { universal } } });
    assert.equal((await progress()).association, true);

    const { code, address } = await service.create({ uri: 'https://shop.example/a' });
    assert.deepEqual((await progress()).newest_link, { code, smartlink: address });
    const open = (agent: string) =>
      service.request('GET', `/${code}`, { token: undefined, headers: { 'user-agent': agent } });
    await open('curl/8.0');
    assert.equal((await progress()).phone_visit, false);
    await open(IPHONE);
    assert.equal((await progress()).phone_visit, true);
    const body = { state: 'disabled' };
    await service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body });
    assert.equal((await progress()).newest_link, null);
    // Nothing of it is about another app.
    assert.deepEqual(await progress(other), NOTHING);
  });

  test('a website alone can use the default host; a mobile app needs one that lists it', async () => {
    const patch = (platforms: object) =>
      service.request('PATCH', '/manage/v1/app', { body: { platforms }, token: other });
    await patch({ web: { base: 'https://books.example' } });
    const web = await progress(other);
    assert.deepEqual([web.base, web.domain, web.association], [true, true, null]);
    await patch({ android: { base: 'com.books.app://' } });
    const android = await progress(other);
    assert.deepEqual([android.domain, android.association], [false, false]);
    await allowDefaultHost(service.app.ctx, 'other', true);
    assert.equal((await progress(other)).domain, true);
  });

  test('does not know phones if clicks are not recorded', async () => {
    const quiet = await startService({ CLICKS: 'off' });
    const { json } = await quiet.request('GET', '/manage/v1/setup');
    assert.equal(json.phone_visit, null);
  });
});
