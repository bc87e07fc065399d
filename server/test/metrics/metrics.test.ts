import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ROOT, SHOP, startService, temporaryFolder, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { makeWebhook, startReceiver } from '../webhooks/receiver.ts';
import { parseMetrics, sumOf, type Sample } from './metrics-text.ts';

const TOKEN = 'a-token-of-prometheus';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const id = (): string => crypto.randomUUID();

describe('metrics', () => {
  let service: Service;
  before(async () => {
    service = await startService({
      METRICS_TOKEN: TOKEN,
      BACKUP_FOLDER: join(temporaryFolder(), 'backups'),
      CLICKS_FLUSH_SECONDS: '60',
      DATABASE_POOL_SIZE: '1',
      WEBHOOK_PRIVATE_TARGETS: 'on',
    });
    await service.apply(SHOP);
  });

  const read = async (): Promise<Sample[]> => {
    const { status, text } = await service.request('GET', '/metrics', { token: TOKEN });
    assert.equal(status, 200);
    return parseMetrics(text);
  };
  const visit = (code: string, agent = DESKTOP): Promise<Response> =>
    fetch(`${service.url}/${code}`, { redirect: 'manual', headers: { 'user-agent': agent } });
  const redeem = (smartlink: string, redemption_id = id()) =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.iphone,
      body: { smartlink, redemption_id },
    });

  /** What must increase a metric by how much. */
  const CHANGES: readonly {
    readonly metric: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly by: number;
    readonly work: () => Promise<unknown>;
  }[] = [
    {
      metric: 'smartlink_visits_total',
      labels: { outcome: 'redirect', platform: 'desktop', kind: 'human' },
      by: 2,
      work: async () => {
        const { code } = await service.create({ uri: 'products/1' });
        for (let i = 0; i < 2; i++) assert.equal((await visit(code)).status, 302);
      },
    },
    {
      metric: 'smartlink_visits_total',
      labels: { outcome: 'open-app', platform: 'iphone', kind: 'human' },
      by: 1,
      work: async () => visit((await service.create({ uri: 'products/2' })).code, IPHONE),
    },
    {
      metric: 'smartlink_visits_total',
      labels: { kind: 'tool' },
      by: 1,
      work: async () => visit((await service.create({ uri: 'products/3' })).code, 'curl/8.5.0'),
    },
    {
      metric: 'smartlink_visit_responses_total',
      labels: { status: '404' },
      by: 1,
      work: () => visit('BCDFGHJK'),
    },
    {
      metric: 'smartlink_cache_requests_total',
      labels: { cache: 'visits', result: 'hit' },
      by: 2,
      work: async () => {
        const { code } = await service.create({ uri: 'products/4' });
        for (let i = 0; i < 3; i++) await visit(code);
      },
    },
    {
      metric: 'smartlink_cache_requests_total',
      labels: { cache: 'pages', result: 'hit' },
      by: 1,
      work: async () => {
        const { code } = await service.create({ uri: 'products/5' });
        // The first page is not cached, because most links are opened rarely.
        for (let i = 0; i < 3; i++) await visit(code, IPHONE);
      },
    },
    {
      metric: 'smartlink_cache_requests_total',
      labels: { cache: 'retrievals', result: 'miss' },
      by: 1,
      work: async () => {
        const { code } = await service.create({ uri: 'products/6' });
        for (let i = 0; i < 2; i++) await service.request('GET', `/v2/smartlinks/${code}`);
      },
    },
    {
      metric: 'smartlink_cache_requests_total',
      labels: { cache: 'tokens' },
      by: 2,
      work: async () => {
        for (let i = 0; i < 2; i++) await service.request('GET', '/v2/smartlinks/BCDFGHJK');
      },
    },
    {
      metric: 'smartlink_http_requests_total',
      labels: { method: 'POST', route: '/v2/smartlinks', status: '422' },
      by: 1,
      work: () => service.request('POST', '/v2/smartlinks', { body: { url: 'x' } }),
    },
    {
      metric: 'smartlink_http_requests_total',
      labels: { method: 'GET', route: '/v2/smartlinks/:code', status: '404' },
      by: 1,
      work: () => service.request('GET', '/v2/smartlinks/BCDFGHJK'),
    },
    {
      metric: 'smartlink_http_request_duration_seconds_count',
      labels: { method: 'GET', route: '/health/live' },
      by: 3,
      work: async () => {
        for (let i = 0; i < 3; i++) await service.request('GET', '/health/live');
      },
    },
    {
      metric: 'smartlink_store_operation_duration_seconds_count',
      labels: { operation: 'insert_link' },
      by: 1,
      work: () => service.create({ uri: 'products/7' }),
    },
    {
      metric: 'smartlink_store_failures_total',
      labels: { operation: 'read' },
      by: 1,
      work: () => assert.rejects(service.app.ctx.db.all('select no_such_column')),
    },
    {
      // What the service refuses is no failure of the database.
      metric: 'smartlink_store_failures_total',
      labels: { operation: 'transaction' },
      by: 0,
      work: async () => {
        const body = { uri: 'products/7', code: 'Taken26' };
        const create = () => service.request('POST', '/manage/v1/smartlinks', { body });
        assert.equal((await create()).status, 201);
        assert.equal((await create()).status, 409);
        const dryRun = { body: { visits: { title: 'Tried' } } };
        const tried = await service.request('PATCH', '/manage/v1/app?dry_run=true', dryRun);
        assert.equal(tried.status, 200, tried.text);
      },
    },
    {
      metric: 'smartlink_store_batches_total',
      labels: { kind: 'writes' },
      by: 1,
      work: () => service.create({ uri: 'products/8' }),
    },
    {
      metric: 'smartlink_store_batched_operations_total',
      labels: { kind: 'writes' },
      by: 5,
      work: () => Promise.all(Array.from({ length: 5 }, () => service.create({ uri: 'five' }))),
    },
    {
      metric: 'smartlink_redemptions_total',
      labels: { outcome: 'granted' },
      by: 1,
      work: async () => {
        const { address } = await service.create({ uri: 'products/9', redeem_limit: 1 });
        const once = id();
        // A repeated request is granted once.
        for (let i = 0; i < 2; i++) assert.equal((await redeem(address, once)).status, 200);
      },
    },
    {
      metric: 'smartlink_redemptions_total',
      labels: { outcome: 'redeem_limit_reached' },
      by: 1,
      work: async () => {
        const { address } = await service.create({ uri: 'products/10', redeem_limit: 1 });
        await redeem(address);
        assert.equal((await redeem(address)).status, 409);
      },
    },
    {
      metric: 'smartlink_clicks_recorded_total',
      by: 1,
      work: async () => visit((await service.create({ uri: 'products/11' })).code),
    },
    {
      metric: 'smartlink_clicks_waiting',
      by: 1,
      work: async () => visit((await service.create({ uri: 'products/12' })).code),
    },
  ];

  for (const { metric, labels = {}, by, work } of CHANGES) {
    it(`${metric} ${JSON.stringify(labels)} increases by ${by}`, async () => {
      const increase = async (): Promise<number> => {
        // What is read while the service hears of an earlier change is not cached.
        await service.app.catchUp();
        const earlier = sumOf(await read(), metric, labels);
        await work();
        return sumOf(await read(), metric, labels) - earlier;
      };
      let increased = await increase();
      // On a busy machine, the service can have cleared a cache because it reads changes too late.
      const tries = 'cache' in labels ? 3 : 1;
      for (let made = 1; made < tries && increased !== by; made++) increased = await increase();
      assert.equal(increased, by);
    });
  }

  it('smartlink_clicks_stored_total increases when clicks are stored', async () => {
    const earlier = sumOf(await read(), 'smartlink_clicks_stored_total');
    await visit((await service.create({ uri: 'products/13' })).code);
    await eventually('the click is stored', async () => {
      await service.app.ctx.clicks?.settle();
      return sumOf(await read(), 'smartlink_clicks_stored_total') > earlier;
    });
    assert.equal(sumOf(await read(), 'smartlink_clicks_waiting'), 0);
  });

  it('smartlink_webhook_* count attempts and deliveries', async () => {
    const receiver = await startReceiver();
    const hook = await makeWebhook(service, { url: receiver.url, types: ['link.disabled'] });
    const earlier = await read();
    const test = () => service.request('POST', `/manage/v1/webhooks/${hook.webhook_id}/test`);
    const [attempts, deliveries] = [
      'smartlink_webhook_attempts_total',
      'smartlink_webhook_deliveries_total',
    ] as const;
    const increase = async (metric: string, result: string) =>
      sumOf(await read(), metric, { result }) - sumOf(earlier, metric, { result });
    await test();
    await eventually(
      'it is delivered',
      async () => (await increase(deliveries, 'delivered')) === 1,
    );
    assert.equal(await increase(attempts, 'success'), 1);
    receiver.respond(() => ({ status: 500 }));
    await test();
    await eventually('a failure', async () => (await increase(attempts, 'failure')) === 1);
    await receiver.stop();
    // The second attempt, five seconds later.
    await eventually(
      'no response',
      async () => (await increase(attempts, 'no_response')) === 1,
      10_000,
    );
    assert.equal(await increase(deliveries, 'failed'), 0);
    await service.request('DELETE', `/manage/v1/webhooks/${hook.webhook_id}`);
  });

  it('smartlink_webhook_deliveries_waiting and _oldest_due_seconds show what waits', async () => {
    const receiver = await startReceiver();
    receiver.respond(() => ({ silent: true }));
    const hook = await makeWebhook(service, { url: receiver.url, types: ['link.disabled'] });
    await service.request('POST', `/manage/v1/webhooks/${hook.webhook_id}/test`);
    await eventually(
      'it waits',
      async () => {
        const samples = await read();
        const seconds = sumOf(samples, 'smartlink_webhook_oldest_due_seconds');
        return sumOf(samples, 'smartlink_webhook_deliveries_waiting') === 1 && seconds > 0;
      },
      20_000,
    );
    await service.request('DELETE', `/manage/v1/webhooks/${hook.webhook_id}`);
    await eventually(
      'nothing waits',
      async () => {
        const samples = await read();
        const seconds = sumOf(samples, 'smartlink_webhook_oldest_due_seconds');
        return sumOf(samples, 'smartlink_webhook_deliveries_waiting') === 0 && seconds === 0;
      },
      20_000,
    );
  });

  it('smartlink_clicks_lost_total increases when the buffer is full', async () => {
    const { clicks } = service.app.ctx;
    assert.ok(clicks);
    const earlier = clicks.stats();
    const agent = { userAgent: 'x', kind: 'human', browser: '', inApp: '' } as const;
    const click = {
      at: Date.now(),
      code: 'BCDFGHJK',
      appId: service.owner.app.id,
      outcome: 'redirect',
      kind: 'human',
      device: 'desktop',
      agent,
      language: '',
      referrer: '',
      campaign: { campaign: '', source: '', medium: '' },
      network: '',
      isHashed: false,
    } as const;
    // In one turn of the event loop, so none is stored in between.
    for (let i = 0; i < 70_000; i++) clicks.record(click);
    const lost = clicks.stats().lost.buffer_full - earlier.lost.buffer_full;
    assert.ok(lost > 0);
    const shown = sumOf(await read(), 'smartlink_clicks_lost_total', { reason: 'buffer_full' });
    assert.equal(shown, clicks.stats().lost.buffer_full);
  });

  it('smartlink_store_waiting and smartlink_requests_in_progress show what waits', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const holder = service.app.ctx.db.transaction(async () => {
      begun();
      await finished;
    }, 'none');
    await hasBegun;
    const creates = [1, 2, 3].map(() => service.create({ uri: 'products/14' }));
    const waits = eventually('three creates wait', async () => {
      const samples = await read();
      // The rows wait in their queue, or the batch that has them for the only connection.
      const waiting = sumOf(samples, 'smartlink_store_waiting');
      const working = sumOf(samples, 'smartlink_requests_in_progress', { work: 'links' });
      return waiting >= 1 && working === 3;
    });
    await waits.finally(finish);
    await Promise.all([holder, ...creates]);
    // The jobs of the service also use the database, so something can wait for a moment.
    await eventually('nothing waits', async () => {
      const samples = await read();
      const working = sumOf(samples, 'smartlink_requests_in_progress', { work: 'links' });
      return sumOf(samples, 'smartlink_store_waiting') === 0 && working === 0;
    });
  });

  it('smartlink_cache_bytes grows with the cache', async () => {
    const bytes = async () => sumOf(await read(), 'smartlink_cache_bytes', { cache: 'visits' });
    // On a busy machine, the service can have cleared the cache because it reads changes too late.
    await eventually('a visit is cached', async () => {
      const earlier = await bytes();
      await visit((await service.create({ uri: 'https://shop.example/more' })).code);
      return (await bytes()) > earlier;
    });
  });

  it('smartlink_store_bytes is the size of each database', async () => {
    await eventually('the sizes are read', async () => {
      const samples = await read();
      const sizeOf = (store: string): number => sumOf(samples, 'smartlink_store_bytes', { store });
      return sizeOf('links') > 10_000 && sizeOf('clicks') > 10_000;
    });
  });

  it('smartlink_visits_total names the app', async () => {
    const labels = { app: service.owner.app.id };
    const count = async () => sumOf(await read(), 'smartlink_visits_total', labels);
    const earlier = await count();
    await visit((await service.create({ uri: 'products/15' })).code);
    assert.equal(await count(), earlier + 1);
  });

  it('nodejs_gc_duration_seconds counts the work of the garbage collector', async () => {
    const count = async () => sumOf(await read(), 'nodejs_gc_duration_seconds_count');
    const earlier = await count();
    await eventually('garbage is collected', async () => {
      Array.from({ length: 200_000 }, (_, n) => ({ n }));
      return (await count()) > earlier;
    });
  });

  it('has the version, and what Node.js and the kernel measure', async () => {
    const samples = await read();
    assert.equal(sumOf(samples, 'smartlink_build_info', { node: process.version }), 1);
    for (const name of ['nodejs_eventloop_lag_max_seconds', 'process_cpu_seconds_total']) {
      assert.ok(
        samples.some((sample) => sample.name === name),
        name,
      );
    }
  });

  it('has no code, address or user agent in any label', async () => {
    const { code } = await service.create({ uri: 'https://shop.example/private?person=1' });
    await visit(code, 'A rare browser 17');
    await service.request('GET', `/v2/smartlinks/${code}`);
    await service.request('GET', `/no/such/path/${code}`);
    const { text } = await service.request('GET', '/metrics', { token: TOKEN });
    for (const secret of [code, 'person', 'rare browser', '127.0.0.1', 'no/such/path']) {
      assert.ok(!text.includes(secret), secret);
    }
  });

  it('have a test each that names them', async () => {
    const folder = join(ROOT, 'server/test');
    const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
    const { text } = await service.request('GET', '/metrics', { token: TOKEN });
    for (const [, name = ''] of text.matchAll(/^# TYPE (smartlink_\w+)/gm)) {
      assert.match(tests, new RegExp(`'${name}(?:_count)?'`), name);
    }
  });

  it('are documented, each with its labels', async () => {
    const guide = readFileSync(join(ROOT, 'docs/operate/metrics.md'), 'utf8');
    const documented = [...guide.matchAll(/^\| `(smartlink_\w+)`/gm)].map(([, name]) => name);
    const { text } = await service.request('GET', '/metrics', { token: TOKEN });
    const served = [...text.matchAll(/^# TYPE (smartlink_\w+)/gm)].map(([, name]) => name);
    assert.deepEqual(new Set(documented), new Set(served));
    const rows = guide.split('\n').filter((line) => line.startsWith('| `smartlink_'));
    for (const { name, labels } of parseMetrics(text)) {
      const row = rows.find((line) =>
        line.startsWith(`| \`${name.replace(/_(count|sum|bucket)$/, '')}\``),
      );
      for (const label of Object.keys(labels)) {
        if (label === 'le' || !row) continue;
        assert.ok(row.includes(`\`${label}\``), `${name} has the label ${label}`);
      }
    }
  });
});
