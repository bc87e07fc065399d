import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { proof, spawnService, startService } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { allEqual, openClickReader, rawRows, sumsOf } from './click-store.ts';
import { METRICS_TOKEN, waitingAtMost } from './backlog.ts';
import { sendVisits, VisitCount } from './send-visits.ts';

const VISITS = proof ? 2_000_000 : 40_000;
const INSTANCES = ENGINE === 'postgres' ? (proof ? 3 : 2) : 1;
const CONNECTIONS = 8;
/** Fewer than the clicks that wait in memory at most, and than all visits, so that the instances go on while clicks wait. */
const AT_ONCE = 20_000;
/** The clicks that wait when the instances stop, few enough for the time that a busy machine then has. */
const LAST_VISITS = 500;
const LINKS = 300;
const NETWORKS = 250;

/** Half of the visits are of the first link, the others of any. */
function anyLink(): number {
  return randomInt(2) === 0 ? 0 : randomInt(LINKS);
}

describe('the counts of clicks', () => {
  it(`equal ${VISITS} visits exactly after SIGTERM, with ${INSTANCES} instances`, async (t) => {
    const DATABASE_URL = await newMigratedStore();
    const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
    const codes: string[] = [];
    while (codes.length < LINKS) {
      const some = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          maker.create({ uri: `https://shop.example/${codes.length + i}` }),
        ),
      );
      codes.push(...some.map(({ code }) => code));
    }
    await maker.stop();
    const environment = { DATABASE_URL, METRICS_TOKEN, TRUSTED_PROXIES: 'loopback' };
    const services = await Promise.all(
      Array.from({ length: INSTANCES }, () => spawnService(environment)),
    );
    // Both ends of a day in UTC would count the same visitors on two days.
    const day = new Date().getUTCDate();
    const clicks = new Map<string, number>();
    const visitors = new Set<string>();
    let left = VISITS;
    let last = VISITS;
    const next = () => {
      if (left === last) return undefined;
      left--;
      const code = codes[anyLink()] ?? '';
      const network = `10.0.${randomInt(NETWORKS)}`;
      const answered = (): void => {
        clicks.set(code, (clicks.get(code) ?? 0) + 1);
        visitors.add(`${code} ${network}`);
      };
      return { path: `/${code}`, from: `${network}.${randomInt(256)}`, answered };
    };
    const count = new VisitCount();
    const start = performance.now();
    while (last > 0) {
      // Never more than an instance can keep, however slowly a busy machine stores them.
      const waiting = last > LAST_VISITS ? AT_ONCE : 0;
      await Promise.all(services.map(({ url }) => waitingAtMost(url, waiting)));
      last = last > LAST_VISITS ? Math.max(LAST_VISITS, last - AT_ONCE) : 0;
      await Promise.all(
        Array.from({ length: CONNECTIONS * INSTANCES }, (_, i) =>
          sendVisits(services[i % INSTANCES]?.url ?? '', next, count),
        ),
      );
    }
    const seconds = (performance.now() - start) / 1000;
    const stopping = performance.now();
    for (const service of services) assert.equal(await service.stop(), 0);
    t.diagnostic(
      `${Math.round(VISITS / seconds)} visits/s, stopped in ${Math.round(performance.now() - stopping)} ms`,
    );
    assert.equal(count.sent, VISITS);
    // A slow machine can refuse some while no link is cached yet.
    const { answered } = count;
    assert.ok(answered > 0.9 * VISITS, `${answered} of ${VISITS} were answered`);

    const reader = openClickReader(environment);
    assert.deepEqual(await sumsOf(reader), allEqual(answered));
    assert.equal(await rawRows(reader), answered);
    const totals = await reader.rows<{ code: string; clicks: number; visitors: number }>(
      'select l.code, t.clicks, t.visitors from link_totals t join click_links l on l.id = t.link',
    );
    assert.deepEqual(new Map(totals.map((row) => [row.code, row.clicks])), clicks);
    if (new Date().getUTCDate() === day) {
      const sum = totals.reduce((all, row) => all + row.visitors, 0);
      assert.equal(sum, visitors.size, 'unique visitors of all links');
      const [app] = await reader.rows<{ visitors: number }>('select visitors from app_totals');
      assert.equal(app?.visitors, NETWORKS, 'unique visitors of the app');
    }
    await reader.close();
  });
});
