import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Setup } from '../../src/domain/app/setup-schema.ts';
import { SHOP, smartlink, startService, type Service } from '../harness.ts';
import { newStore } from '../store.ts';

// Apps have one document format: the output of each interface is valid input for every other one.

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');

/** Every field of an apply file, with values that are not the defaults. */
const WHOLE: Setup = {
  apps: [
    {
      name: 'shop',
      platforms: {
        web: { base: 'https://shop.example/a', fallback: 'https://shop.example/get' },
        iphone: {
          base: 'com.shop.app://',
          fallback: 'itms-apps://apps.apple.com/app/id1',
          apps: [{ team_id: 'ABCDE12345', bundle_id: 'com.shop.app' }],
        },
        ipad: { enabled: false, base: 'com.shop.app://' },
        universal: { enabled: false },
        android: {
          base: 'com.shop.app://',
          fallback: 'market://details?id=com.shop.app',
          apps: [{ package: 'com.shop.app', sha256_cert_fingerprints: [FINGERPRINT] }],
        },
      },
      templates: [
        {
          name: 'product',
          pattern: 'products/:id',
          skip_page: true,
          valid_for_seconds: 2_592_000,
          metadata_schema: {},
          rules: [
            {
              when: { language: ['de'] },
              routes: { web: { link: 'https://shop.example/de/:id' } },
            },
          ],
          routes: {
            web: { link: 'https://shop.example/p/:id' },
            iphone: { link: 'com.shop.app://product/:id', fallback: '@web', skip_page: false },
            android: { fallback: '' },
          },
        },
        { name: 'blog', pattern: '/blog/*post/', routes: {} },
      ],
      visits: {
        title: 'Shop — Ünï',
        icon: 'data:image/png;base64,iVBORw0KGgo=',
        color: '#1a2b3c',
        home: 'https://shop.example/',
        forward_query: false,
        add_code: false,
        desktop_qr: false,
        social: { title: 'A card', description: 'Text', image: 'https://shop.example/i.png' },
      },
      metadata_schema: {
        title: 'Coupon',
        properties: { coupon: { type: 'string', maxLength: 8 }, b: true, a: false },
        required: ['coupon'],
      },
      platform_tokens: { create: 'any' },
      hosts: ['z.shop.example', 'a.shop.example'],
    },
  ],
};

describe('the document of an app', () => {
  const setups: Record<string, Setup | undefined> = {
    'that is new': undefined,
    'of the documentation': SHOP,
    'with every field': WHOLE,
  };
  for (const [name, setup] of Object.entries(setups)) {
    describe(name, () => {
      let service: Service;
      let environment: { DATABASE_URL: string };
      let document: string;
      before(async () => {
        environment = { DATABASE_URL: await newStore() };
        service = await startService(environment);
        if (setup) await service.apply(setup);
        document = (await service.request('GET', '/manage/v1/app')).text;
      });

      const applied = async (text: string, store = environment): Promise<unknown> => {
        const ran = await smartlink(['apply', '-', '--json'], store, text);
        assert.equal(ran.code, 0, ran.stderr);
        return JSON.parse(ran.stdout).changes;
      };
      const shown = async (store = environment): Promise<string> => {
        const ran = await smartlink(['app', 'show', 'shop', '--json'], store);
        assert.equal(ran.code, 0, ran.stderr);
        return ran.stdout;
      };

      it('is the same from the management API and from app show', async () => {
        assert.deepEqual(JSON.parse(await shown()), JSON.parse(document));
      });

      it('changes nothing when it is sent back', async () => {
        const body = document;
        const answer = await service.request('PATCH', '/manage/v1/app', { body });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(answer.json.changes, []);
        assert.deepEqual(answer.json.app, JSON.parse(document));
        const printed = { body: await shown() };
        assert.deepEqual(
          (await service.request('PATCH', '/manage/v1/app', printed)).json.changes,
          [],
        );
      });

      it('is changed only in a version that If-Match names', async () => {
        const etag = (await service.request('GET', '/manage/v1/app')).headers.get('etag');
        for (const [tags, status] of [
          [etag, 200],
          [`"another", ${etag}`, 200],
          ['*', 200],
          ['"another"', 412],
          [`W/${etag}`, 412],
        ] as const) {
          const headers = { 'if-match': tags ?? '' };
          const answer = await service.request('PATCH', '/manage/v1/app', { body: {}, headers });
          assert.equal(answer.status, status, `${tags}: ${answer.text}`);
        }
      });

      it('changes nothing when it is applied', async () => {
        assert.deepEqual(await applied(document), []);
        assert.deepEqual(await applied(await shown()), []);
        assert.deepEqual(await applied(`{"apps":[${document}]}`), []);
      });

      it('creates the same app in another database', async () => {
        const other = { DATABASE_URL: await newStore() };
        assert.notDeepEqual(await applied(document, other), []);
        assert.deepEqual(JSON.parse(await shown(other)), JSON.parse(document));
      });
    });
  }

  it('can repeat templates that are longer than a body without them', async () => {
    const service = await startService();
    const templates = Array.from({ length: 2000 }, (_, n) => ({
      name: `template-${n}`,
      pattern: `section-${n}/:id`,
      routes: { web: { link: `https://shop.example/${n}/${'x'.repeat(200)}/:id` } },
    }));
    const patch = (list: readonly object[]) =>
      service.request('PATCH', '/manage/v1/app', { body: { templates: list } });
    // The audit log keeps what is new, so that has the limit of other bodies.
    const refused = await patch(templates);
    assert.equal(refused.status, 422);
    assert.match(refused.json.errors[0].detail, /more than 65536 characters.*`smartlink apply`$/);
    await service.apply({ apps: [{ name: 'shop', templates }] });
    const changed = templates.with(7, {
      name: 'renamed',
      pattern: 'renamed',
      routes: { web: { link: 'https://shop.example/' } },
    });
    const tried = { uri: 'renamed', templates: changed };
    const trial = await service.request('POST', '/manage/v1/templates/try', { body: tried });
    assert.equal(trial.json.uri.template, 'renamed', trial.text);
    for (const list of [changed, changed.slice(1), []]) {
      const answer = await patch(list);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json.app.templates, list);
    }
  });

  it('has the ETag that is then read in the response to a change', async () => {
    const service = await startService();
    const templates = WHOLE.apps[0]?.templates ?? [];
    const reversed = templates.map((one) => Object.fromEntries(Object.entries(one).toReversed()));
    let etag = '*';
    for (const sent of [templates, [], reversed]) {
      const headers = { 'if-match': etag };
      const body = { templates: sent };
      const answer = await service.request('PATCH', '/manage/v1/app', { body, headers });
      assert.equal(answer.status, 200, answer.text);
      etag = answer.headers.get('etag') ?? '';
      const read = await service.request('GET', '/manage/v1/app');
      assert.equal(etag, read.headers.get('etag'));
    }
  });

  it('from the API proves pending hosts when it is applied, with a warning', async () => {
    const environment = { DATABASE_URL: await newStore() };
    const service = await startService(environment);
    await service.apply({ apps: [{ name: 'shop', hosts: ['a.shop.example'] }] });
    const hosts = ['a.shop.example', 'other.example'];
    const claimed = await service.request('PATCH', '/manage/v1/app', { body: { hosts } });
    assert.deepEqual(claimed.json.pending_hosts, ['other.example']);
    const document = (await service.request('GET', '/manage/v1/app')).text;
    for (const options of [['--dry-run'], []]) {
      const ran = await smartlink(['apply', '-', ...options], environment, document);
      assert.match(ran.stdout, /^warning: shop: the file proves the pending host "other.example"/m);
    }
    const again = await smartlink(['apply', '-', '--json'], environment, document);
    assert.deepEqual(JSON.parse(again.stdout).warnings, []);
  });

  it('has error pointers to its own fields', async () => {
    const { DATABASE_URL } = { DATABASE_URL: await newStore() };
    const faulty = '{"name":"shop","platforms":{"web":{"base":"shop://"}},"id":"app_1"}';
    const ran = await smartlink(['apply', '-', '--json'], { DATABASE_URL }, faulty);
    assert.equal(ran.code, 1);
    const { errors } = JSON.parse(ran.stdout).error;
    const pointers = errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers.toSorted(), ['/id', '/platforms/web/base']);
  });
});
