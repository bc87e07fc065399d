import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clicksSettled } from '../clicks/settled.ts';
import { startService, type Service } from '../harness.ts';

const DAY_MS = 86_400_000;
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const NONE = { clicks: 0, visitors: 0, other: 0 };
const ONE = { clicks: 1, visitors: 1, other: 0 };

/** Visits a link, and waits until the click is stored. */
async function visit(service: Service, code: string): Promise<void> {
  await service.request('GET', `/${code}?utm_campaign=spring`, {
    token: undefined,
    headers: { 'user-agent': BROWSER },
  });
  await clicksSettled(service);
}

describe('a click of today', () => {
  for (const { name, zone, at, today, days, before } of [
    {
      name: 'in the evening in Los Angeles',
      zone: 'America/Los_Angeles',
      at: '2026-11-24T03:30:00Z',
      today: '2026-11-23',
      days: ['2026-11-23', '2026-11-24'],
      before: NONE,
    },
    {
      name: 'in the morning in Auckland',
      zone: 'Pacific/Auckland',
      at: '2026-11-23T21:00:00Z',
      today: '2026-11-24',
      days: ['2026-11-23', '2026-11-24'],
      // The UTC day with the date of yesterday.
      before: ONE,
    },
    {
      name: 'at noon in Los Angeles',
      zone: 'America/Los_Angeles',
      at: '2026-11-23T20:00:00Z',
      today: '2026-11-23',
      days: ['2026-11-23', '2026-11-23'],
      before: NONE,
    },
  ] as const) {
    test(`${name} is in everything that is counted by days, until today is over`, async () => {
      const start = Date.parse(at);
      let now = start;
      const service = await startService({}, { now: () => now });
      const get = async (path: string, more: Readonly<Record<string, string>> = {}) => {
        const query = { from: today, to: today, time_zone: zone, ...more };
        const parameters = new URLSearchParams(query).toString();
        const answer = await service.request('GET', `/manage/v1/${path}?${parameters}`);
        assert.equal(answer.status, 200, answer.text);
        return answer.json;
      };
      const body = { uri: 'https://shop.example/a', tags: ['sale'] };
      const { code } = (await service.request('POST', '/manage/v1/smartlinks', { body })).json;
      await visit(service, code);
      const [from, to] = days;

      for (const path of ['clicks', `smartlinks/${code}/clicks`]) {
        const report = await get(path, { by: 'browser,campaign' });
        assert.deepEqual(report.totals, ONE);
        assert.deepEqual(report.breakdowns, {
          browser: [{ value: 'Chrome', ...ONE }],
          campaign: [{ value: 'spring', ...ONE }],
        });
        assert.deepEqual(report.breakdown_days, { from, to, totals: ONE });

        const filtered = await get(path, { campaign: 'spring', by: 'kind', compare: 'previous' });
        assert.deepEqual([filtered.totals, filtered.previous.totals], [ONE, before]);
        assert.deepEqual(filtered.breakdowns.kind, [{ value: 'human', ...ONE }]);
        assert.deepEqual(filtered.breakdown_days, { from, to, totals: ONE });
      }
      const links = await get('clicks/links');
      assert.deepEqual([links.from, links.to], days);
      const ofDays = from === to ? [1] : [from, to].map((day) => (at.startsWith(day) ? 1 : 0));
      assert.deepEqual([links.links[0].clicks, links.links[0].days], [1, ofDays]);
      const tags = await get('clicks/tags');
      assert.deepEqual([tags.from, tags.to, tags.tags[0].clicks], [...days, 1]);
      const templates = await get('clicks/templates');
      assert.deepEqual([templates.from, templates.to, templates.counted_links], [...days, 1]);

      now += DAY_MS;
      const ofDate = at.startsWith(today) ? ONE : NONE;
      const over = await get('clicks', { by: 'browser' });
      assert.deepEqual(over.totals, ONE);
      assert.deepEqual(over.breakdown_days, { from: today, to: today, totals: ofDate });
      assert.deepEqual((await get('clicks', { campaign: 'spring' })).totals, ofDate);
      const { links: linksOver, ...frame } = await get('clicks/links');
      assert.deepEqual([linksOver.length, frame], [ofDate.clicks, { from: today, to: today }]);
    });
  }

  test('is not added to a previous period', async () => {
    const now = Date.parse('2026-11-24T03:30:00Z');
    const service = await startService({}, { now: () => now });
    const { code } = await service.create({ uri: 'https://shop.example/a' });
    await visit(service, code);
    const tomorrow = 'from=2026-11-24&to=2026-11-24&time_zone=America/Los_Angeles';
    const query = `${tomorrow}&browser=Chrome&compare=previous`;
    const { status, json } = await service.request('GET', `/manage/v1/clicks?${query}`);
    assert.equal(status, 200);
    // It contains the present, but the date of the UTC day is that of tomorrow.
    assert.ok(Date.parse(json.previous.from) < now && now < Date.parse(json.previous.to));
    assert.deepEqual([json.previous.totals, json.totals], [NONE, ONE]);
  });

  test('is in the longest list of links, which has one day more', async () => {
    const now = Date.parse('2026-11-24T03:30:00Z');
    const service = await startService({}, { now: () => now });
    const get = (from: string) =>
      service.request(
        'GET',
        `/manage/v1/clicks/links?codes=Any1&from=${from}&time_zone=America/Los_Angeles`,
      );
    const { status, json } = await get('2025-10-20');
    assert.deepEqual([status, json.from, json.to], [200, '2025-10-20', '2026-11-24']);
    assert.equal(json.links[0].days.length, 401);
    assert.equal((await get('2025-10-19')).status, 422);
  });
});
