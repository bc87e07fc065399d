import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clicksUrlOf } from '../../server/dist/src/storage/clicks/open-clicks.js';
import { openWriter } from '../../server/dist/src/storage/sqlite/driver.js';
import { ENGINES } from '../engines/engine.js';
import { kept, copied } from '../engines/stores.js';
import { atMost } from '../goals/goal.js';
import { ConstantRate } from '../load/constant-rate.js';
import { DESKTOP } from '../load/visitors.js';
import { machine } from '../machine.js';
import { signIn } from '../manage/person.js';
import { scratchFolder, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { goalTable } from '../report/goals.js';
import { introduction, table } from '../report/table.js';
import { startService } from '../servers/service.js';
import { makeClicked } from './store.js';
import { DAYS } from './year.js';

const RECIPE = ['store.js', 'year.js'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);
const MAX_P95_MS = 150;
const MAX_DELETION_MS = 10_000;
const MAX_VISIT_MS = 50;
const TIMES = 30;
const WARM_UP = 2;
const VISITS_PER_SECOND = 200;
const BREAKDOWNS = 'country,referrer,platform,browser,campaign,outcome';

/**
 * Measures reports on a year of clicks, and the deletion of months while links are visited, on each engine. Returns
 * the result as Markdown.
 * @param {import('../options.js').Options} options
 */
export async function benchClicks({ engines, keep, clicks, short }) {
  const folder = keep === undefined ? scratchFolder() : resolve(keep);
  mkdirSync(folder, { recursive: true });
  const results = [];
  for (const engine of engines.map((name) => ENGINES[name])) {
    const place = join(folder, `clicks-${engine.name.toLowerCase()}-${clicks}`);
    const store = await kept(engine, place, RECIPE.join(''), () =>
      makeClicked(engine, place, clicks),
    );
    // The run deletes months.
    const used = keep === undefined ? store : await copied({ ...store, links: clicks });
    results.push({ engine: engine.name, ...store, ...(await measured(engine, used)) });
  }
  const { CPU, memory, system, Node, disk, revision } = machine();
  return [
    ...introduction(
      `${count(clicks)} clicks in ${DAYS} days on 100,000 links, one request after the other.`,
      short,
      { CPU, memory, system, Node, disk, revision },
    ),
    table(
      ['', ...results.map(({ engine }) => engine)],
      [
        ['bytes per click', ...results.map(({ bytes }) => (bytes / clicks).toFixed(1))],
        ['µs to store a click', ...results.map(({ microseconds }) => microseconds.toFixed(1))],
        ...results[0].asked.map(({ what }, index) => [
          `${what}: p50, p95 in ms`,
          ...results.map(({ asked }) => shown(asked[index])),
        ]),
      ],
    ),
    '',
    goalTable(results.flatMap(goals)),
    '',
  ].join('\n');
}

const shown = ({ p50, p95 }) => `${p50.toFixed(0)}, ${p95.toFixed(0)}`;

function goals({ engine, asked, deletion }) {
  return [
    ...asked.map(({ what, p95 }) => atMost(`${engine}: p95, ${what}`, p95, MAX_P95_MS, 'ms', 0)),
    atMost(
      `${engine}: deleting two months of single clicks`,
      deletion.took,
      MAX_DELETION_MS,
      'ms',
      0,
    ),
    atMost(`${engine}: slowest visit meanwhile`, deletion.slowest, MAX_VISIT_MS, 'ms', 0),
  ];
}

async function measured(engine, { folder, codes }) {
  const host = await engine.start(folder, { durable: true });
  const settings = { DATABASE_URL: host.url };
  const service = await startService(folder, settings);
  const { port } = service;
  const cookie = await signIn(port);
  const asked = [];
  for (const [what, path] of Object.entries(questions(codes))) {
    asked.push({ what, ...(await ask(port, cookie, path)) });
    say(`${engine.name}: ${what}, p95 ${asked.at(-1).p95.toFixed(0)} ms`);
  }
  await stop(service.child);
  const deletion = await deleteMonths(engine, host, folder, codes);
  await host.stop();
  return { asked, deletion };
}

function questions(codes) {
  const daysBefore = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const period = (days) =>
    `from=${daysBefore(days - 1)}&to=${daysBefore(0)}&time_zone=Europe/Berlin`;
  const report = (days) => `${period(days)}&by=${BREAKDOWNS}`;
  return {
    'overview, 30 days': `clicks?${report(30)}&compare=previous`,
    'overview, 7 days': `clicks?${report(7)}&compare=previous`,
    'overview, a year': `clicks?${report(DAYS)}`,
    'overview, 30 days, one country': `clicks?${report(30)}&country=DE`,
    'hot link, 30 days': `smartlinks/${codes[0]}/clicks?${report(30)}&compare=previous`,
    'link, 30 days': `smartlinks/${codes.at(-1)}/clicks?${report(30)}&compare=previous`,
    'top links, 30 days': `clicks/links?${period(30)}&limit=10`,
    'column of a list, 30 days': `clicks/links?${period(30)}&codes=${codes.slice(0, 50).join()}`,
  };
}

async function ask(port, cookie, path) {
  const took = [];
  for (let index = -WARM_UP; index < TIMES; index++) {
    const before = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/manage/v1/${path}`, {
      headers: { cookie, 'smartlink-app': 'my-app', 'sec-fetch-site': 'same-origin' },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
    if (index >= 0) took.push(performance.now() - before);
  }
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.ceil(took.length * share) - 1] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** The service begins to delete when it starts with a shorter time. */
async function deleteMonths(engine, host, folder, codes) {
  const months = await monthReader(engine, host);
  const before = await months.count();
  const settings = { DATABASE_URL: host.url, CLICKS_RAW_DAYS: '1' };
  const { child, port } = await startService(folder, settings);
  const began = performance.now();
  const visits = new ConstantRate({
    port,
    traffic: {
      kind: 'path',
      method: 'GET',
      path: '',
      headers: DESKTOP,
      paths: codes.map((code) => `/${code}`),
    },
    perSecond: VISITS_PER_SECOND,
    connections: 32,
  });
  visits.start();
  // A day can be in two months.
  while ((await months.count()) > 2) await sleep(20);
  const took = performance.now() - began;
  await sleep(1000);
  await visits.stop();
  const { took: times, status } = visits.take();
  const other = status.find((one) => one !== 302);
  if (other !== undefined) throw new Error(`302 was expected, not ${other}`);
  await stop(child);
  await months.close();
  const deleted = before - 2;
  say(`${engine.name}: ${deleted} months deleted in ${took.toFixed(0)} ms`);
  return { took: (took * 2) / deleted, slowest: Math.max(...times) };
}

async function monthReader(engine, host) {
  if (engine.name !== 'SQLite') {
    const connection = await host.open();
    const sql = `select count(*)::integer as count from pg_inherits where inhparent = 'clicks'::regclass`;
    return {
      count: async () => (await connection.ask(sql))[0].count,
      close: () => connection.close(),
    };
  }
  const connection = openWriter(clicksUrlOf(host.url).slice('sqlite:'.length));
  const months = connection.prepare(
    "select count(*) as count from sqlite_master where type = 'table' and name glob 'clicks_[0-9]*'",
  );
  return { count: async () => months.get().count, close: async () => connection.close() };
}
