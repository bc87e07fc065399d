import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-12-01T12:00:00Z');
const after = (days: number): string => new Date(START + days * DAY).toISOString();

describe('templates with a duration', () => {
  let service: Service;
  let now = START;
  before(async () => {
    service = await startService({}, { now: () => now });
    await service.apply(SHOP);
    await setTemplates([
      { name: 'coupon', pattern: 'coupons/:id', routes: {}, valid_for_seconds: 30 * 86_400 },
      { name: 'product', pattern: 'products/:id', routes: {} },
    ]);
  });

  const manage = (method: string, path: string, body?: object): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const setTemplates = async (templates: readonly object[]): Promise<void> => {
    const changed = await manage('PATCH', 'app', { templates });
    assert.equal(changed.status, 200, changed.text);
  };
  const endOf = async (code: string): Promise<string | null> =>
    (await manage('GET', `smartlinks/${code}`)).json.valid_until;
  const make = async (body: object): Promise<Answer> => {
    const made = await manage('POST', 'smartlinks', body);
    assert.equal(made.status, 201, made.text);
    return made;
  };

  test('give new links their end; what the request says wins', async () => {
    const ends = [
      [{ uri: 'coupons/1' }, after(30)],
      [{ uri: 'products/1' }, null],
      [{ uri: 'coupons/1', valid_until: after(2) }, after(2)],
      [{ uri: 'coupons/1', valid_until: null }, null],
      [{ uri: 'products/1', valid_until: null }, null],
      // The days count from the first one on which the link works.
      [{ uri: 'coupons/1', valid_from: after(10) }, after(40)],
      [{ uri: 'coupons/1', valid_from: after(-10) }, after(30)],
    ] as const;
    for (const [body, end] of ends) {
      const made = await make(body);
      assert.equal(made.json.valid_until, end, JSON.stringify(body));
      assert.equal(await endOf(made.json.code), end, JSON.stringify(body));
    }
    const { code } = (await make({ uri: 'coupons/2' })).json;
    const { entries } = (await manage('GET', `smartlinks/${code}/history`)).json;
    assert.equal(entries[0].after.valid_until, after(30));
  });

  test('also links of /v2 and of a bulk request', async () => {
    const { code } = await service.create({ uri: 'coupons/3' });
    assert.equal(await endOf(code), after(30));
    const once = { 'idempotency-key': 'template-validity' };
    const repeated = await Promise.all(
      [1, 2].map(() =>
        service.request('POST', '/v2/smartlinks', { body: { uri: 'coupons/4' }, headers: once }),
      ),
    );
    const codes = repeated.map(({ json }) => json.smartlink.split('/').at(-1));
    assert.equal(codes[0], codes[1]);
    assert.equal(await endOf(codes[0]), after(30));
    const bulk = await manage('POST', 'smartlinks/bulk', {
      links: [
        { uri: 'coupons/5', external_id: 'five' },
        { uri: 'coupons/6', valid_until: null },
      ],
    });
    const [five, six] = bulk.json.results;
    assert.equal(await endOf(five.code), after(30), bulk.text);
    assert.equal(await endOf(six.code), null);
    // The end of an existing link stays as it is.
    now += DAY;
    const again = await manage('PUT', 'external-ids/five', { uri: 'coupons/5', name: 'Five' });
    assert.equal(again.json.valid_until, after(30), again.text);
    const created = await manage('PUT', 'external-ids/seven', { uri: 'coupons/7' });
    assert.equal(created.json.valid_until, after(31), created.text);
    now -= DAY;
  });

  test('visits and redemptions follow the end', async () => {
    const { code } = await service.create({ uri: 'coupons/8', metadata: { a: 1 } });
    const visit = () => service.request('GET', `/${code}`, { token: undefined });
    assert.equal((await visit()).status, 302);
    now = START + 30 * DAY;
    assert.equal((await visit()).status, 410);
    now = START;
  });

  test('a change of the template changes no existing link', async () => {
    const { code } = await service.create({ uri: 'coupons/9' });
    await setTemplates([
      { name: 'coupon', pattern: 'coupons/:id', routes: {}, valid_for_seconds: 3600 },
    ]);
    assert.equal(await endOf(code), after(30));
    const made = await make({ uri: 'coupons/9' });
    assert.equal(made.json.valid_until, new Date(START + 3_600_000).toISOString());
    const log = (await manage('GET', 'audit-log')).json.entries;
    const [change] = log.filter(({ action }: { action: string }) => action === 'apply');
    assert.match(JSON.stringify(change.before), /"valid_for_seconds":2592000/);
    assert.match(JSON.stringify(change.after), /"valid_for_seconds":3600/);
  });

  test('wrong durations are refused', async () => {
    for (const seconds of [59, 0, -1, 1.5, '30', null, 315_360_001]) {
      const templates = [{ name: 'a', pattern: 'a', routes: {}, valid_for_seconds: seconds }];
      const refused = await manage('PATCH', 'app', { templates });
      assert.equal(refused.status, 422, String(seconds));
      assert.equal(refused.json.errors[0].pointer, '/templates/0/valid_for_seconds');
    }
    const wrong = await manage('POST', 'smartlinks', { uri: 'a', valid_until: 5 });
    assert.equal(wrong.status, 422);
    assert.deepEqual(
      wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      ['/valid_until'],
    );
  });
});

describe('links that end soon', () => {
  let service: Service;
  before(async () => {
    service = await startService({}, { now: () => START });
    await service.apply(SHOP);
  });

  const manage = (method: string, path: string, body?: object): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const make = async (days: number | null, more: object = {}): Promise<string> => {
    const body = { uri: 'a', valid_until: days === null ? null : after(days), ...more };
    const made = await manage('POST', 'smartlinks', body);
    assert.equal(made.status, 201, made.text);
    return made.json.code;
  };
  const listed = async (query: string): Promise<string[]> => {
    const answer = await manage('GET', `smartlinks?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.smartlinks.map(({ code }: { code: string }) => code);
  };

  test('are listed, counted, changed and reported', async () => {
    assert.deepEqual((await manage('GET', 'expiring-links')).json, {
      days: 7,
      count: 0,
      more: false,
    });
    const ended = await make(0);
    const one = await make(1);
    const seven = await make(7, { valid_from: after(3) });
    const eight = await make(8, { tags: ['a'] });
    const off = await make(2);
    await manage('PATCH', `smartlinks/${off}`, { state: 'disabled' });
    await make(null);
    assert.deepEqual(await listed('expires_within_days=7'), [off, seven, one]);
    assert.deepEqual(await listed('expires_within_days=7&state=active'), [seven, one]);
    assert.deepEqual(await listed('expires_within_days=8&tag=a'), [eight]);
    assert.deepEqual(await listed('expires_within_days=3650&sort=oldest&state=active'), [
      one,
      seven,
      eight,
    ]);
    assert.deepEqual(await listed('validity=expired'), [ended]);
    // A search that names the link needs no scan.
    assert.deepEqual(await listed(`q=${one}&expires_within_days=1`), [one]);
    assert.deepEqual(await listed(`q=${eight}&expires_within_days=7`), []);

    assert.equal((await manage('GET', 'expiring-links')).json.count, 2);
    assert.equal((await manage('GET', 'expiring-links?days=8')).json.count, 3);
    for (const wrong of ['0', '3651', '1.5', 'soon', '']) {
      assert.equal((await manage('GET', `expiring-links?days=${wrong}`)).status, 400, wrong);
      const refused = await manage('GET', `smartlinks?expires_within_days=${wrong}`);
      assert.equal(refused.status, 400, wrong);
    }

    const { findings } = (await manage('GET', 'doctor')).json;
    const [hint] = findings.filter(({ what }: { what: string }) => what.includes('within 7 days'));
    assert.equal(hint.level, 'hint');
    assert.equal(hint.where, '/links');
    assert.equal(hint.what, '2 links end within 7 days');

    const change = { filter: { expires_within_days: 7 }, change: { add_tags: ['soon'] } };
    const changed = await manage('POST', 'smartlinks/changes', change);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(await listed('tag=soon'), [off, seven, one]);
    const exported = await manage('GET', 'smartlinks/export?expires_within_days=1&format=ndjson');
    assert.equal(exported.text.trim().split('\n').length, 1);
  });

  test('are not counted one by one if there are many', async () => {
    for (const size of [1000, 100]) {
      const links = Array.from({ length: size }, () => ({ uri: 'a', valid_until: after(1) }));
      const made = await manage('POST', 'smartlinks/bulk', { links });
      assert.equal(made.status, 200, made.text);
    }
    const { count, more } = (await manage('GET', 'expiring-links')).json;
    assert.deepEqual({ count, more }, { count: 1000, more: true });
  });
});
