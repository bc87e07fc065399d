import { startClickHouse } from '../../scripts/clickhouse.js';
import { DIMENSIONS } from '../../server/dist/src/domain/click/click.js';
import { DAY_MS, SLOT_MS } from '../../server/dist/src/domain/click/slots.js';
import { BATCH_SIZE, BatchBuilder } from '../../server/dist/src/storage/clicks/batch.js';
import { ClickHouse } from '../../server/dist/src/storage/clicks/clickhouse/clickhouse.js';
import { openClicks } from '../../server/dist/src/storage/clicks/open-clicks.js';
import { openStore } from '../../server/dist/src/storage/clicks/open-store.js';
import { count, progressOf } from '../progress.js';
import { clicksOfYear, DAYS } from './year.js';

// Stores a day of clicks on ClickHouse (npm's chdb in a process of its own) and seals it. Prints sizes and times for the
// capacity sheet in docs/operate/scale-out.md: node benchmarks/clicks/clickhouse.js [clicks]

const clicks = Number(process.argv[2] ?? 2_000_000);
const START = Date.UTC(2026, 5, 1);
const DAY = START / DAY_MS;
const APP = 'app';
const settings = { rawDays: 90, months: 25, respectGpc: true, flushSeconds: 1 };
const postgres = { statementTimeoutMs: 600_000, preparedStatements: true };
const ROUNDS = 15;

const server = await startClickHouse();
if (!server) throw new Error('chdb could not be installed');
const { url } = server;
const admin = new ClickHouse(url, { timeoutMs: 600_000, connections: 1 });
const store = await openStore({ url, postgres, settings, writer: 'bench' });
await store.open(START);

const timed = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
const cpu = () => process.cpuUsage().user + process.cpuUsage().system;

const next = clicksOfYear({
  appId: APP,
  codes: [],
  clicks: clicks * DAYS,
  end: START + DAYS * DAY_MS,
});
const batch = new BatchBuilder();
const progress = progressOf('clicks stored', clicks);
const stores = [];
let ownCpu = 0;
for (let done = 0; done < clicks; done++) {
  const click = next();
  batch.add({ ...click, at: Math.min(click.at, START + DAY_MS - 1) });
  if (batch.size < BATCH_SIZE && done + 1 < clicks) continue;
  const finished = batch.finish();
  const before = cpu();
  stores.push(await timed(() => store.store(finished, stores.length + 1, START)));
  ownCpu += cpu() - before;
  progress(done);
}
const read = await openClicks(url, settings, postgres, {
  readerThreads: false,
  now: Date.now,
});
const { reader } = read;
const overview = {
  app: APP,
  code: undefined,
  filters: new Map(),
  points: {
    in: 'slots',
    ranges: Array.from({ length: 24 }, (_, hour) => {
      const first = START / SLOT_MS + hour * 4;
      return [first, first + 4];
    }),
    steps: [],
  },
  breakdowns: { by: DIMENSIONS, limit: 10, days: [DAY, DAY + 1], slots: [DAY * 96, DAY * 96 + 96] },
};
const reports = {
  overview: () => reader.count(overview),
  'best links': () => reader.linkDays({ app: APP, days: [DAY, DAY + 1], links: { top: 20 } }),
  'live totals': () => reader.totals({ app: APP, codes: ['x0000000'] }),
  'one link': () => reader.count({ ...overview, code: 'x0000000' }),
};
const measured = async () => {
  const times = {};
  for (const [name, report] of Object.entries(reports)) {
    const all = [];
    for (let round = 0; round < ROUNDS; round++) all.push(await timed(report));
    times[name] = `${Math.round(all.toSorted((a, b) => a - b)[ROUNDS >> 1])} ms`;
  }
  return times;
};
const bytesOf = async (tables) => {
  const [row] = await admin.rows(
    `select sum(bytes_on_disk) as bytes from system.parts
     where active and database = currentDatabase() and match(table, {tables:String})`,
    { tables },
  );
  return (row.bytes / clicks).toFixed(1);
};
await admin.run('optimize table click_rows final');
const print = (result) => process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
const total = (list) => list.reduce((sum, one) => sum + one, 0);
print({
  clicks: count(clicks),
  'ms to store a batch, median': Math.round(stores.toSorted((a, b) => a - b)[stores.length >> 1]),
  'clicks stored per second': count(Math.round(clicks / (total(stores) / 1000))),
  'µs of CPU of the click thread per click': (ownCpu / clicks).toFixed(1),
  'bytes per click, before the seal': await bytesOf('^click_rows$'),
});
print(await measured());
const sealed = await timed(() => store.retain(START + DAY_MS + 3 * 3_600_000));
await store.retain(START + DAY_MS + 4 * 3_600_000);
print({
  's to seal the day': (sealed / 1000).toFixed(1),
  'bytes per click, single clicks': await bytesOf('^clicks$'),
  'bytes per click, counts': await bytesOf('^click_(link|app|day)_'),
});
print(await measured());
await read.close();
await store.close();
await admin.close();
await server.stop();
