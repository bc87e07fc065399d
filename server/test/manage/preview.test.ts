import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';

const ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LOOK = { title: 'Shop <b>', icon: ICON, color: '#aa3300', home: 'https://shop.example/' };
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

describe('POST /manage/v1/app/preview', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    await service.apply(SHOP);
  });

  const preview = (body: unknown, token = service.owner.tokens.server): Promise<Answer> =>
    service.request('POST', '/manage/v1/app/preview', { body, token });
  const shown = async (body: object, token?: string): Promise<string> => {
    const { status, json, text } = await preview({ visits: LOOK, ...body }, token);
    assert.equal(status, 200, text);
    assert.deepEqual(Object.keys(json), ['html']);
    return json.html;
  };

  test('returns the page that visitors get once the settings are saved', async () => {
    const { code } = await service.create({ uri: 'about' });
    const asShown = await shown({ page: 'open-app', language: 'de' });
    assert.match(asShown, /<html lang="de"/);
    assert.match(asShown, /Shop &#60;b&#62;/);
    assert.ok(asShown.includes(ICON) && asShown.includes('#aa3300'));
    const unsaved = await service.request('GET', `/${code}`, {
      token: undefined,
      headers: { 'user-agent': IPHONE, 'accept-language': 'de' },
    });
    assert.ok(!unsaved.text.includes(ICON), 'nothing was saved');
    await service.request('PATCH', '/manage/v1/app', { body: { visits: LOOK } });
    const visited = await service.request('GET', `/${code}`, {
      token: undefined,
      headers: { 'user-agent': IPHONE, 'accept-language': 'de' },
    });
    assert.equal(asShown, visited.text);
    const gone = await shown({ page: 'gone' });
    await service.request('DELETE', `/manage/v1/smartlinks/${code}`);
    const tombstone = await service.request('GET', `/${code}`, { token: undefined });
    assert.equal(gone, tombstone.text);
    const missing = await service.request('GET', '/Unknown1', { token: undefined });
    assert.equal(await shown({ page: 'not-found' }), missing.text);
  });

  test('returns every page for every language and device', async () => {
    const empty = (await createApp(service.app.ctx, 'empty')).tokens.server;
    for (const token of [service.owner.tokens.server, empty]) {
      for (const page of ['open-app', 'preview', 'gone', 'not-found', 'no-route', 'scan']) {
        for (const device of ['iphone', 'android', 'desktop']) {
          const html = await shown({ page, device, language: 'ja' }, token);
          assert.match(html, /^<!doctype html>\n<html lang="ja"/);
          assert.match(html, /Shop &#60;b&#62;/, page);
        }
      }
    }
  });

  test('uses the newest link that opens an app, or an invented one', async () => {
    const { tokens } = await createApp(service.app.ctx, 'sampled');
    const open = () => shown({ page: 'open-app', device: 'iphone' }, tokens.server);
    assert.match(await open(), /href="com\.example\.app:&#47;&#47;|href="com\.example\.app:\/\//);
    await service.request('PATCH', '/manage/v1/app', {
      body: { platforms: { iphone: { base: 'sampled://' } } },
      token: tokens.server,
    });
    assert.match(await open(), /sampled:\/\/example\?smartlink=example/);
    const make = (code: string, uri: string, routes = {}) =>
      service.request('POST', '/manage/v1/smartlinks', {
        body: { code, uri, routes },
        token: tokens.server,
      });
    await make('Older', 'old');
    await make('Newer', 'new');
    await make('OnlyWeb', 'web', { iphone: { link: 'https://shop.example/' } });
    assert.match(await open(), /sampled:\/\/new\?smartlink=Newer/);
  });

  test('returns a social preview of the unsaved settings', async () => {
    const social = {
      title: 'The <Shop>',
      description: 'All of it',
      image: 'https://shop.example/a.png',
    };
    const { json } = await preview({ visits: { ...LOOK, social }, page: 'preview' });
    assert.match(json.html, /og:title" content="The &#60;Shop&#62;"/);
    assert.match(json.html, /og:description" content="All of it"/);
    assert.match(json.html, /og:image" content="https:\/\/shop\.example\/a\.png"/);
    assert.match(json.html, /og:site_name" content="Shop &#60;b&#62;"/);
  });

  test('validates settings as PATCH does, and reports every error with its pointer', async () => {
    const visits = {
      title: '',
      icon: 'https://shop.example/icon.png',
      color: 'red',
      home: 'javascript:alert(1)',
      social: { image: 'data:x', text: '' },
      theme: 'dark',
    };
    const refused = await preview({ visits, page: 'home', language: 'xx', device: 'tv', x: 1 });
    assert.equal(refused.status, 422);
    const pointers = ({ json }: Answer): string[] =>
      json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
    const changed = await service.request('PATCH', '/manage/v1/app', { body: { visits } });
    assert.deepEqual(
      pointers(refused).filter((at) => at.startsWith('/visits')),
      pointers(changed),
    );
    assert.deepEqual(
      pointers(refused).filter((at) => !at.startsWith('/visits')),
      ['/device', '/language', '/page', '/x'],
    );
    assert.deepEqual(pointers(await preview({})), ['/page', '/visits']);
    assert.deepEqual(pointers(await preview({ visits: null, page: 'gone' })), ['/visits']);
    assert.deepEqual(pointers(await preview([])), ['']);
    assert.equal((await preview('')).status, 400);
    const token = service.owner.tokens.ipad;
    assert.equal((await preview({ visits: {}, page: 'gone' }, token)).status, 403);
  });
});
