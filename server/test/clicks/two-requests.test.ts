import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { AGENTS } from '../visit/agents.ts';
import { by, openClickReader, sumsOf } from './click-store.ts';
import { clicksSettled } from './settled.ts';

const ROUTES = {
  web: { link: 'https://shop.example/web' },
  iphone: { link: 'shop://iphone', fallback: 'https://shop.example/store' },
  ipad: { link: 'shop://ipad', fallback: 'https://shop.example/store' },
};

interface Counted {
  readonly outcome: Record<string, number>;
  readonly platform: Record<string, number>;
  readonly kind: Record<string, number>;
  readonly all: number;
}

type Open = (
  userAgent: string,
  headers?: Readonly<Record<string, string>>,
  query?: string,
) => Promise<Response>;

/** What is counted of some requests of one link, after the service has stopped. */
async function counted(visits: (open: Open, service: Service) => Promise<void>): Promise<Counted> {
  const environment = { DATABASE_URL: await newMigratedStore(), TRUSTED_PROXIES: 'loopback' };
  const service = await startService(environment);
  const { address } = await service.create({ uri: 'products/5', routes: ROUTES });
  const open: Open = async (userAgent, headers = {}, query = '') => {
    const response = await fetch(address + query, {
      redirect: 'manual',
      headers: { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.7', ...headers },
    });
    await response.arrayBuffer();
    return response;
  };
  await visits(open, service);
  await clicksSettled(service);
  await service.stop();
  const reader = openClickReader(environment);
  const [outcome, platform, kind] = [
    await by(reader, 'outcome'),
    await by(reader, 'platform'),
    await by(reader, 'kind'),
  ];
  const { link_totals: all } = await sumsOf(reader);
  await reader.close();
  return { outcome, platform, kind, all };
}

const IPAD = { cookie: 'smartlink_device=ipad' };
const DESKTOP = { cookie: 'smartlink_device=desktop' };

describe('a click of two requests: a probe page', () => {
  it('counts once, as what the second request found', async () => {
    const tablet = await counted(async (open) => {
      assert.equal((await open(AGENTS.mac)).status, 200);
      await open(AGENTS.mac, IPAD);
    });
    assert.deepEqual([tablet.outcome, tablet.platform], [{ 'open-app': 1 }, { ipad: 1 }]);
    const computer = await counted(async (open) => {
      await open(AGENTS.mac);
      assert.equal((await open(AGENTS.mac, DESKTOP)).status, 302);
    });
    assert.deepEqual([computer.outcome, computer.platform], [{ redirect: 1 }, { desktop: 1 }]);
  });

  it('counts as a probe without the second request, at the latest when the service stops', async () => {
    const { outcome, all } = await counted(async (open, service) => {
      await open(AGENTS.mac);
      await clicksSettled(service);
      const { recorded, stored, held } = service.app.ctx.clicks?.stats() ?? {};
      assert.deepEqual({ recorded, stored, held }, { recorded: 1, stored: 0, held: 1 });
    });
    assert.deepEqual([outcome, all], [{ probe: 1 }, 1]);
  });

  it('is no longer held once it has continued: later visits count', async () => {
    const { outcome } = await counted(async (open) => {
      await open(AGENTS.mac);
      for (let visit = 0; visit < 3; visit++) await open(AGENTS.mac, IPAD);
    });
    assert.deepEqual(outcome, { 'open-app': 3 });
  });

  it('does not disappear because of another visitor, or of a bot with a cookie', async () => {
    const { outcome, kind } = await counted(async (open) => {
      await open(AGENTS.mac);
      await open(AGENTS.mac, { ...IPAD, 'x-forwarded-for': '198.51.100.1' });
      await open(AGENTS.desktop, IPAD);
      await open(AGENTS.mac, { ...IPAD, 'sec-purpose': 'prefetch' });
    });
    assert.deepEqual(outcome, { 'open-app': 2, probe: 1, redirect: 1 });
    assert.deepEqual(kind, { human: 3, prefetch: 1 });
  });

  it('counts at once for what is no person', async () => {
    const { kind, outcome } = await counted(async (open, service) => {
      await open(AGENTS.mac, { 'sec-purpose': 'prefetch' });
      const { clicks } = service.app.ctx;
      // To open the store can take longer than a report waits. A visit that is held counts after ten seconds.
      const isStored = async (): Promise<boolean> => {
        await clicks?.settle();
        return clicks?.stats().stored === 1;
      };
      await eventually('it is stored', isStored, 8000);
    });
    assert.deepEqual([kind, outcome], [{ prefetch: 1 }, { probe: 1 }]);
  });
});

describe('a click of two requests: LINE', () => {
  const LEAVES = 'openExternalBrowser=1';

  it('counts once, in the default browser to which LINE moves', async () => {
    const { outcome, all } = await counted(async (open) => {
      const moved = await open(AGENTS.line, {}, '?utm_campaign=spring');
      assert.equal(moved.status, 302);
      const location = moved.headers.get('location') ?? '';
      assert.ok(location.endsWith(`?utm_campaign=spring&${LEAVES}`), location);
      const opened = await open(AGENTS.iphone, {}, `?utm_campaign=spring&${LEAVES}`);
      assert.equal(opened.status, 200);
    });
    assert.deepEqual([outcome, all], [{ 'open-app': 1 }, 1]);
  });

  it('counts once if LINE stays, and gets the page', async () => {
    const { outcome, all } = await counted(async (open) => {
      await open(AGENTS.line);
      assert.equal((await open(AGENTS.line, {}, `?${LEAVES}`)).status, 200);
    });
    assert.deepEqual([outcome, all], [{ 'open-app': 1 }, 1]);
  });

  it('is counted like others where it gets a redirect', async () => {
    const environment = { DATABASE_URL: await newMigratedStore() };
    const service = await startService(environment);
    const { address } = await service.create({ uri: 'https://shop.example/x' });
    const headers = { 'user-agent': AGENTS.line };
    const response = await fetch(address, { redirect: 'manual', headers });
    assert.equal(response.headers.get('location'), 'https://shop.example/x');
    await clicksSettled(service);
    await service.stop();
    const reader = openClickReader(environment);
    assert.deepEqual(await by(reader, 'in_app'), { LINE: 1 });
    await reader.close();
  });
});
