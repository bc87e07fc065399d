import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { percentileOf } from '../../src/domain/rule/percentile.ts';
import { startService, temporaryFolder, type Answer, type Service } from '../harness.ts';

const { resolve } = createRequire(import.meta.url);
const COUNTRIES = resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
);
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ROBOT = 'Slackbot-LinkExpanding 1.0';
const WEB = 'https://shop.example/p';
const to = (path: string) => ({ web: { link: `https://shop.example/${path}` } });

/** A clock that tests set, in milliseconds since 1970-01-01 UTC. */
let now = Date.parse('2026-12-01T12:00:00Z');

describe('the rules of a link', () => {
  let service: Service;
  before(async () => {
    const file = join(temporaryFolder(), 'country.mmdb');
    copyFileSync(COUNTRIES, file);
    service = await startService(
      { CLICKS_COUNTRY_FILE: file, TRUSTED_PROXIES: 'loopback' },
      { now: () => now },
    );
  });

  const manage = (method: string, path: string, body?: object): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const make = async (rules: unknown, more: object = {}): Promise<string> => {
    const answer = await manage('POST', 'smartlinks', { uri: WEB, rules, ...more });
    assert.equal(answer.status, 201, answer.text);
    return answer.json.code;
  };
  type Headers = Record<string, string>;
  const visit = async (code: string, headers: Headers = {}, query = ''): Promise<string> => {
    const sent = { 'user-agent': DESKTOP, ...headers };
    const answer = await service.request('GET', `/${code}${query}`, {
      token: undefined,
      headers: sent,
    });
    return answer.headers.get('location') ?? answer.text;
  };
  /** What a first and a cached visit get, which must be the same. */
  const twice = async (code: string, headers: Headers = {}, query = ''): Promise<string> => {
    const first = await visit(code, headers, query);
    assert.equal(await visit(code, headers, query), first);
    return first;
  };

  test('decide by language, in their order, also from the cache', async () => {
    const code = await make([
      { name: 'Swiss', when: { language: ['de-CH'] }, routes: to('ch') },
      { when: { language: ['de'] }, routes: to('de') },
    ]);
    for (let round = 0; round < 2; round++) {
      assert.equal(
        await twice(code, { 'accept-language': 'de-CH,de;q=0.9' }),
        'https://shop.example/ch',
      );
      assert.equal(await twice(code, { 'accept-language': 'de-AT' }), 'https://shop.example/de');
      assert.equal(await twice(code, { 'accept-language': 'en-US,de;q=0.9' }), WEB);
      assert.equal(await twice(code), WEB);
      const preview = await twice(code, { 'user-agent': ROBOT, 'accept-language': 'de' });
      assert.match(preview, /https:\/\/shop\.example\/p"/);
    }
  });

  test('decide about pages, which are cached too', async () => {
    const code = await make(
      [
        {
          when: { language: ['pl'] },
          routes: { iphone: { link: 'com.shop.app://pl', fallback: 'https://shop.example/pl' } },
        },
      ],
      { routes: { iphone: { link: 'com.shop.app://p' } } },
    );
    // The pages have no texts in these languages: both are in English, so that only the rule tells them apart.
    for (let round = 0; round < 3; round++) {
      const polish = await visit(code, { 'user-agent': IPHONE, 'accept-language': 'pl' });
      assert.match(polish, /<html lang="en"[^]*com\.shop\.app:\/\/pl\?smartlink=/);
      const other = await visit(code, { 'user-agent': IPHONE, 'accept-language': 'sv' });
      assert.match(other, /<html lang="en"[^]*com\.shop\.app:\/\/p\?smartlink=/);
    }
  });

  test('decide by the country of the network', async () => {
    const code = await make([{ when: { country: ['GB'] }, routes: to('gb') }]);
    for (let round = 0; round < 2; round++) {
      assert.equal(
        await twice(code, { 'x-forwarded-for': '81.2.69.142' }),
        'https://shop.example/gb',
      );
      assert.equal(await twice(code, { 'x-forwarded-for': '8.8.8.8' }), WEB);
      assert.equal(await twice(code, { 'x-forwarded-for': '192.168.1.1' }), WEB);
    }
  });

  test('decide by the time, to the millisecond, also from the cache', async () => {
    const at = (ms: number): string => new Date(now + ms).toISOString();
    const code = await make([
      { when: { time: { from: at(1000), until: at(2000) } }, routes: to('now') },
    ]);
    const start = now;
    const results: string[] = [];
    for (const ms of [0, 999, 1000, 1999, 2000, 9000]) {
      now = start + ms;
      results.push(await twice(code));
    }
    now = start;
    const during = 'https://shop.example/now';
    assert.deepEqual(results, [WEB, WEB, during, during, WEB, WEB]);
  });

  test('decide by percentage: everyone in a network gets the same for a day', async () => {
    const code = await make([{ when: { percent: { from: 20, below: 60 } }, routes: to('b') }]);
    let some = 0;
    for (let third = 0; third < 60; third++) {
      const network = `8.8.${third}`;
      const percentile = percentileOf(network, now, code);
      const expected = percentile >= 20 && percentile < 60 ? 'https://shop.example/b' : WEB;
      if (expected !== WEB) some++;
      for (const last of [1, 250]) {
        const answer = await service.request('GET', `/${code}`, {
          token: undefined,
          headers: { 'user-agent': DESKTOP, 'x-forwarded-for': `${network}.${last}` },
        });
        assert.equal(answer.headers.get('location'), expected);
        assert.equal(answer.headers.get('set-cookie'), null);
      }
    }
    assert.ok(some > 5 && some < 55, `${some} of 60`);
  });

  test('decide by the query, which is passed on', async () => {
    const code = await make([
      { when: { query: [{ name: 'src', values: ['mail', 'push'] }] }, routes: to('mail') },
    ]);
    assert.equal(await twice(code, {}, '?src=mail'), 'https://shop.example/mail?src=mail');
    assert.equal(await twice(code, {}, '?src=ads&src=mail'), `${WEB}?src=ads&src=mail`);
  });

  test('decide about what an app resolves, by its version', async () => {
    const code = await make([
      {
        when: { app_version: { below: '5.2' } },
        routes: { iphone: { link: 'com.shop.app://old' } },
      },
      { when: { language: ['de'] }, routes: { iphone: { link: 'com.shop.app://de' } } },
    ]);
    const token = service.owner.tokens.iphone;
    const resolved = async (query: string, headers = {}): Promise<string> =>
      (await service.request('GET', `/client/v1/smartlinks/${code}${query}`, { token, headers }))
        .json.route.link;
    assert.equal(await resolved('?app_version=5.1.9'), 'com.shop.app://old');
    assert.equal(await resolved('?app_version=5.2'), WEB);
    assert.equal(await resolved('?app_version=5.2&language=de-AT'), 'com.shop.app://de');
    assert.equal(await resolved('', { 'accept-language': 'de' }), 'com.shop.app://de');
    // The default routes do not depend on who asks.
    const got = await service.request('GET', `/v2/smartlinks/${code}`, { token });
    assert.equal(got.json.smartlink.routes.iphone.link, WEB);
    assert.equal(await twice(code, { 'user-agent': IPHONE }), WEB);
  });

  test('are created, changed, removed and shown, with a history and all errors', async () => {
    const rules = [{ name: 'German', when: { language: ['de'] }, routes: to('de') }];
    const code = await make(rules);
    const shown = (await manage('GET', `smartlinks/${code}`)).json;
    assert.deepEqual([shown.rules, shown.own_rules], [rules, true]);
    const etag = await manage('PATCH', `smartlinks/${code}`, { rules: null });
    assert.deepEqual(etag.json.rules, []);
    assert.equal(await twice(code, { 'accept-language': 'de' }), WEB);
    const { entries } = (await manage('GET', `smartlinks/${code}/history`)).json;
    assert.deepEqual([entries[0].before, entries[0].after], [{ rules }, { rules: null }]);
    const wrong = await manage('PATCH', `smartlinks/${code}`, {
      rules: [
        { when: {}, routes: {} },
        { when: { percent: {} }, routes: { web: { link: 'javascript:alert(1)' }, tv: {} } },
        { when: { language: ['de'] }, routes: { web: { link: `${service.url}/Xk4TqmPr` } } },
      ],
    });
    assert.equal(wrong.status, 422);
    assert.deepEqual(
      wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(),
      [
        '/rules/0/routes',
        '/rules/0/when',
        '/rules/1/routes/tv',
        '/rules/1/routes/web/link',
        '/rules/1/when/percent',
        '/rules/2/routes/web/link',
      ],
    );
    const fixed = await service.request('POST', '/v2/smartlinks', { body: { uri: WEB, rules } });
    assert.equal(fixed.status, 422);
  });

  test('are explained with any visitor, and nothing is cached of it', async () => {
    const code = await make([
      { when: { country: ['DE'], language: ['de'] }, routes: to('de') },
      { name: 'Later', when: { time: { from: '2027-01-01T00:00:00Z' } }, routes: to('later') },
      { when: { percent: { from: 90 } }, routes: to('few') },
    ]);
    const explain = async (query: string, of = code) => {
      const params = `user_agent=${encodeURIComponent(DESKTOP)}${query}`;
      return manage('GET', `smartlinks/${of}/explain?${params}`);
    };
    const unknown = (await explain('&language=de')).json;
    assert.deepEqual([unknown.rule, unknown.addresses.location], [null, WEB]);
    assert.deepEqual(unknown.why.slice(1, 5), [
      'rule 1 does not match: the country is unknown, not DE',
      'rule 2 ("Later") does not match: it begins at 2027-01-01T00:00:00Z',
      'rule 3 does not match: the visitor is at an unknown percentile, not from 90 % to below 100 %',
      'no rule matches, so the routes of the link are used',
    ]);
    assert.equal((await explain('&language=de-AT&country=DE')).json.rule, 1);
    assert.equal((await explain('&at=2027-01-01T01:00:00%2B01:00')).json.rule, 2);
    assert.equal(
      (await explain('&percentile=95')).json.addresses.location,
      'https://shop.example/few',
    );
    // An address has a percentile too, which depends on the code and the day.
    const german = await make([{ when: { country: ['DE'], language: ['de'] }, routes: to('de') }]);
    const elsewhere = await explain('&address=81.2.69.142&language=de', german);
    assert.equal(elsewhere.json.rule, null);
    assert.equal(await twice(code), await visit(code));
    const wrong = await explain('&country=de&at=tomorrow&address=x&app_version=v&language=%2C');
    assert.deepEqual(
      wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/query/language', '/query/country', '/query/address', '/query/app_version', '/query/at'],
    );
  });
});

describe('the rules of a template', () => {
  const setup = (path: string) => ({
    apps: [
      {
        name: 'shop',
        platforms: {
          web: { base: 'https://shop.example' },
          iphone: { base: 'com.shop.app://' },
        },
        templates: [
          {
            name: 'product',
            pattern: 'products/:id',
            routes: { web: { link: 'https://shop.example/p/:id' } },
            rules: [
              {
                when: { language: ['de'] },
                routes: {
                  web: { link: `https://de.shop.example/${path}/:id` },
                  iphone: { link: 'com.shop.app://de/:id', fallback: '@web' },
                },
              },
            ],
          },
        ],
      },
    ],
  });

  test('apply to the links that it creates, also those of platform tokens', async () => {
    const service = await startService();
    await service.apply(setup('p'));
    const { code } = await service.create({ uri: 'products/5?ref=a' });
    const show = async (one: string) =>
      (await service.request('GET', `/manage/v1/smartlinks/${one}`)).json;
    const made = await show(code);
    const rule = {
      when: { language: ['de'] },
      routes: {
        web: { link: 'https://de.shop.example/p/5?ref=a' },
        iphone: {
          link: 'com.shop.app://de/5?ref=a',
          fallback: 'https://de.shop.example/p/5?ref=a',
        },
      },
    };
    assert.deepEqual([made.rules, made.own_rules], [[rule], false]);
    // Explicit routes are for everyone on their platform.
    const web = { web: { link: 'https://shop.example/explicit' } };
    const explicit = await service.create({ uri: 'products/5', routes: web });
    assert.deepEqual(Object.keys((await show(explicit.code)).rules[0].routes), ['iphone']);
    const byApp = await service.client('iphone').create({ uri: 'products/7' });
    assert.equal((await show(byApp.code)).rules.length, 1);
    // The destinations of rules are checked like those of routes.
    const escape = await service.request('POST', '/v2/smartlinks', {
      body: { uri: 'products/..' },
    });
    assert.equal(escape.status, 422);
    const own = await service.request('POST', '/manage/v1/smartlinks', {
      body: { uri: 'products/5', rules: [] },
    });
    assert.deepEqual([own.json.rules, own.json.own_rules], [[], true]);

    const exported = (await service.request('GET', '/manage/v1/app')).json;
    assert.deepEqual(exported.templates, setup('p').apps[0]?.templates);
    await service.apply(setup('new'));
    const change = { codes: [code, own.json.code], change: { routes: 'current_templates' } };
    const changed = await service.request('POST', '/manage/v1/smartlinks/changes', {
      body: change,
    });
    assert.equal(changed.json.changed, 1, changed.text);
    const after = (await show(code)).rules[0].routes.web.link;
    assert.equal(after, 'https://de.shop.example/new/5?ref=a');
    assert.deepEqual((await show(own.json.code)).rules, []);
  });

  test('apply without a file of countries: the country is unknown', async () => {
    const service = await startService();
    const { json } = await service.request('POST', '/manage/v1/smartlinks', {
      body: { uri: WEB, rules: [{ when: { country: ['US', 'GB'] }, routes: to('x') }] },
    });
    const answer = await service.request('GET', `/${json.code}`, { token: undefined });
    assert.equal(answer.headers.get('location'), WEB);
  });
});
