import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof, SHOP, spawnService, startService, type Spawned } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { parseMetrics, sumOf, type Sample } from './metrics-text.ts';

const TOKEN = 'a-token-of-prometheus';
const HOURS = 24;
/** Requests in the busiest hour; the quietest has a tenth. */
const BUSIEST = proof ? 3000 : 60;
const AT_ONCE = 8;
const LINKS = 40;
const SCRAPES = 20;

/** Requests for a link with a web route and an iPhone app, and how each is counted. */
const VISITORS = [
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    counted: { outcome: 'redirect', platform: 'desktop', kind: 'human' },
    status: 302,
  },
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    headers: { 'sec-purpose': 'prefetch' },
    counted: { outcome: 'redirect', platform: 'desktop', kind: 'prefetch' },
    status: 302,
  },
  {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    method: 'HEAD',
    counted: { outcome: 'redirect', platform: 'desktop', kind: 'head' },
    status: 302,
  },
  {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    counted: { outcome: 'open-app', platform: 'iphone', kind: 'human' },
    status: 200,
  },
  {
    userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    counted: { outcome: 'preview', platform: 'desktop', kind: 'preview' },
    status: 200,
  },
  {
    userAgent: 'curl/8.5.0',
    counted: { outcome: 'redirect', platform: 'desktop', kind: 'tool' },
    status: 302,
  },
] as const;

/** What was sent so far, by the metric and the labels that count it. */
class Truth {
  readonly counts = new Map<string, number>();

  add(metric: string, labels: Readonly<Record<string, string>>): void {
    const key = keyOf(metric, labels);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  ofMetric(metric: string): Map<string, number> {
    return new Map([...this.counts].filter(([key]) => key.startsWith(`${metric} `)));
  }
}

function keyOf(metric: string, labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${metric} ${JSON.stringify(Object.fromEntries(sorted))}`;
}

/** The metrics that the day must change, each with the labels that are compared. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  smartlink_visits_total: ['outcome', 'platform', 'kind'],
  smartlink_visit_responses_total: ['status'],
  smartlink_http_requests_total: ['method', 'route', 'status'],
  smartlink_redemptions_total: ['outcome'],
};

/** The values that can only increase, by name and labels. */
function countersOf(samples: readonly Sample[]): Map<string, number> {
  const counters = samples.filter(({ name }) => /^smartlink_.*_(?:total|count)$/.test(name));
  return new Map(counters.map(({ name, labels, value }) => [keyOf(name, labels), value]));
}

describe('a day of requests to two workers', () => {
  let service: Spawned;
  let tokens: { readonly server: string; readonly iphone: string };
  const links: { readonly address: string; readonly code: string }[] = [];
  const gone: string[] = [];
  const truth = new Truth();
  let earlier: ReadonlyMap<string, number>;

  before(async () => {
    const DATABASE_URL = await newMigratedStore();
    const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
    await maker.apply(SHOP);
    tokens = maker.owner.tokens;
    for (let i = 0; i < LINKS; i++) links.push(await maker.create({ uri: `products/${i}` }));
    for (let i = 0; i < 3; i++) {
      const { code } = await maker.create({ uri: `products/old-${i}` });
      const change = { method: 'PATCH', path: `/manage/v1/smartlinks/${code}` } as const;
      const { status } = await maker.request(change.method, change.path, {
        body: { state: 'disabled' },
      });
      assert.equal(status, 200);
      gone.push(code);
    }
    await maker.stop();
    service = await spawnService({
      DATABASE_URL,
      WORKERS: '2',
      METRICS_TOKEN: TOKEN,
      MISSES_PER_MINUTE: '0',
      CLICKS_FLUSH_SECONDS: '1',
    });
    earlier = countersOf(await scrape());
  });

  async function scrape(): Promise<Sample[]> {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${service.url}/metrics`, { headers });
    assert.equal(response.status, 200);
    return parseMetrics(await response.text());
  }

  /** The metrics of both workers. Of one that does not answer in time, as on a busy machine, these are its last ones. */
  async function scrapeAll(): Promise<Sample[]> {
    for (let times = 1; ; times++) {
      const samples = await scrape();
      try {
        compare(samples);
        return samples;
      } catch (error) {
        if (times === SCRAPES) throw error;
        await sleep(200);
      }
    }
  }

  const any = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

  async function visit(code: string, how: (typeof VISITORS)[number]): Promise<number> {
    const { method = 'GET', headers = {} } = how as { method?: string; headers?: object };
    const { status } = await fetch(`${service.url}/${code}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, 'user-agent': how.userAgent },
    });
    truth.add('smartlink_visit_responses_total', { status: String(status) });
    return status;
  }

  /** Sends an API request, whose response must have this status. */
  async function call(
    [method, path, route]: readonly [string, string, string],
    status: number,
    token?: string,
    body?: object,
  ): Promise<void> {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Token ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${path}: ${text}`);
    truth.add('smartlink_http_requests_total', { method, route, status: String(status) });
  }

  async function redeem(isUnknown: boolean): Promise<void> {
    const path = '/client/v1/redemptions';
    const smartlink = isUnknown ? 'BCDFGHJK' : any(links).address;
    const body = { smartlink, redemption_id: randomUUID() };
    await call(['POST', path, path], isUnknown ? 404 : 200, tokens.iphone, body);
    const outcome = isUnknown ? 'not_found' : 'granted';
    truth.add('smartlink_redemptions_total', { outcome });
  }

  /** The kinds of requests, with how often each is chosen. */
  const REQUESTS: readonly { readonly share: number; readonly send: () => Promise<unknown> }[] = [
    {
      share: 10,
      send: async () => {
        const how = any(VISITORS);
        assert.equal(await visit(any(links).code, how), how.status);
        truth.add('smartlink_visits_total', how.counted);
      },
    },
    {
      share: 1,
      send: async () => {
        const how = VISITORS[0];
        assert.equal(await visit(any(gone), how), 410);
        truth.add('smartlink_visits_total', { ...how.counted, outcome: 'gone' });
      },
    },
    { share: 1, send: async () => assert.equal(await visit('BCDFGHJK', any(VISITORS)), 404) },
    {
      share: 2,
      send: () =>
        call(
          ['GET', `/v2/smartlinks/${any(links).code}`, '/v2/smartlinks/:code'],
          200,
          tokens.server,
        ),
    },
    {
      share: 1,
      send: () =>
        call(['GET', '/v2/smartlinks/BCDFGHJK', '/v2/smartlinks/:code'], 404, tokens.server),
    },
    {
      share: 1,
      send: () => call(['GET', '/manage/v1/smartlinks', '/manage/v1/smartlinks'], 401),
    },
    {
      share: 1,
      send: () => call(['PUT', '/v2/smartlinks', '/v2/smartlinks'], 405, tokens.server),
    },
    {
      share: 1,
      send: () =>
        call(['POST', '/v2/smartlinks', '/v2/smartlinks'], 422, tokens.server, { url: 'x' }),
    },
    {
      share: 1,
      send: () =>
        call(['POST', '/v2/smartlinks', '/v2/smartlinks'], 201, tokens.server, {
          uri: `products/${randomUUID()}`,
        }),
    },
    { share: 2, send: () => redeem(false) },
    { share: 1, send: () => redeem(true) },
  ];
  const drawn = REQUESTS.flatMap(({ share, send }) => Array.from({ length: share }, () => send));

  /** Sends the requests of an hour: fewest at 0 o'clock, most at 12. */
  async function sendHour(hour: number): Promise<number> {
    const part = (1 - Math.cos((2 * Math.PI * hour) / HOURS)) / 2;
    const requests = Math.round(BUSIEST * (0.1 + 0.9 * part));
    let left = requests;
    const work = async (): Promise<void> => {
      while (left-- > 0) await any(drawn)();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return requests;
  }

  /** Compares all that a metric has counted since the start with what was sent. */
  function compare(samples: readonly Sample[]): void {
    for (const [metric, names] of Object.entries(COMPARED)) {
      const found = new Map<string, number>();
      for (const { name, labels, value } of samples) {
        if (name !== metric || labels.route === '/metrics' || value === 0) continue;
        const chosen = Object.fromEntries(names.map((label) => [label, labels[label] ?? '']));
        const key = keyOf(metric, chosen);
        found.set(key, (found.get(key) ?? 0) + value);
      }
      assert.deepEqual(found, truth.ofMetric(metric));
    }
    const recorded = sumOf(samples, 'smartlink_clicks_recorded_total');
    const kept = ['stored_total', 'waiting', 'lost_total'].map((end) =>
      sumOf(samples, `smartlink_clicks_${end}`),
    );
    assert.equal(
      kept.reduce((sum, value) => sum + value),
      recorded,
    );
  }

  it('is counted exactly, hour by hour, and no counter decreases', async (t) => {
    let sent = 0;
    for (let hour = 0; hour < HOURS; hour++) {
      sent += await sendHour(hour);
      const counters = countersOf(await scrapeAll());
      for (const [key, value] of earlier) {
        assert.ok((counters.get(key) ?? 0) >= value, `${key} was ${value}`);
      }
      earlier = counters;
    }
    t.diagnostic(`${sent} requests, ${truth.counts.size} combinations of labels`);
    assert.ok(truth.counts.size >= 20);
  });

  it('has all of its clicks in the click store', async () => {
    const visits = [...truth.ofMetric('smartlink_visits_total').values()];
    const clicks = visits.reduce((sum, count) => sum + count, 0);
    const granted = truth.counts.get(keyOf('smartlink_redemptions_total', { outcome: 'granted' }));
    await eventually('all clicks are stored', async () => {
      const stored = sumOf(await scrape(), 'smartlink_clicks_stored_total');
      return stored === clicks + (granted ?? 0);
    });
  });
});
