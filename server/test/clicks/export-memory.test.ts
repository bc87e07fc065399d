import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { dayOf, DAY_MS } from '../../src/domain/click/slots.ts';
import { IDS_PER_MS } from '../../src/storage/clicks/click-time.ts';
import { monthOf, monthTable } from '../../src/storage/clicks/months.ts';
import { proof, spawnService, startService } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { openClickSql, storeClicks } from '../store-clicks.ts';
import { clickYear } from '../manage/click-year.ts';

const ROWS = proof ? 1_024_000 : 256_000;
const FIRST_ROWS = 2000;
const STEP_MS = 30;
const QUARTER_HOUR_MS = 900_000;
/**
 * At least a quarter of the rows, in whole quarter-hours: they fill the memory that an export keeps using, because
 * garbage is collected late.
 */
const WARM_MS = Math.ceil((ROWS * STEP_MS) / 4 / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
const WARM_ROWS = WARM_MS / STEP_MS;
/** Half of the text of the short test. */
const MAX_GROWTH_MB = 128;

describe('the memory of an export', () => {
  it(`does not grow with its ${ROWS} rows`, async (t) => {
    const DATABASE_URL = await newMigratedStore();
    const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
    const { app, tokens } = maker.owner;
    await maker.stop();
    // In one month, and not old enough to be deleted.
    const from = (dayOf(Date.now()) - 1) * DAY_MS;
    await storeRows(DATABASE_URL, app.id, from);
    const service = await spawnService({ DATABASE_URL });
    const path = '/manage/v1/clicks/export?format=ndjson&from=';
    const read = (to: number) =>
      exported(`${service.url}${path}${timeText(from)}&to=${timeText(to)}`, tokens.server);
    const memory = memoryOf(service.child.pid);

    const warm = await memory.peakOf(() => read(from + WARM_MS));
    assert.equal(warm.result.lines, WARM_ROWS);
    const whole = await memory.peakOf(() => read(from + DAY_MS));
    assert.equal(whole.result.lines, ROWS);
    const megabytes = Math.round(whole.result.bytes / 1e6);
    const growth = whole.megabytes - warm.megabytes;
    t.diagnostic(
      `${ROWS} rows, ${megabytes} MB in ${Math.round(whole.milliseconds)} ms: ` +
        `${Math.round(warm.megabytes)} MB after the first ${WARM_ROWS}, then ${Math.round(growth)} MB more`,
    );
    assert.ok(megabytes > 1.9 * MAX_GROWTH_MB);
    assert.ok(growth < MAX_GROWTH_MB, `${growth} MB more`);
    await service.stop();
  });
});

/** Stores some clicks as the service does, and then copies of their rows. */
async function storeRows(databaseUrl: string, app: string, from: number): Promise<void> {
  const codes = Array.from({ length: 50 }, (_, index) => `Link${index}`);
  const year = { from, to: from + FIRST_ROWS * STEP_MS, count: FIRST_ROWS };
  const long = { campaign: 'c'.repeat(250), source: 's'.repeat(250), medium: 'm'.repeat(250) };
  const clicks = clickYear({ ...year, apps: [{ id: app, codes }] });
  await storeClicks(
    databaseUrl,
    clicks.map(({ click }, row) => ({ ...click, at: from + row * STEP_MS, campaign: long })),
  );
  const sql = openClickSql(databaseUrl);
  const [table, time, msUnits] =
    ENGINE === 'sqlite' ? [monthTable(monthOf(from)), 'id', IDS_PER_MS] : ['clicks', 'at', 1];
  for (let rows = FIRST_ROWS; rows < ROWS; rows *= 2) {
    await sql.transaction((tx) =>
      tx.run(
        `insert into ${table} (${time}, link, profile, visitor)
         select ${time} + ${rows * STEP_MS * msUnits}, link, profile, visitor from ${table}`,
      ),
    );
  }
  await sql.close();
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}

/** Reads an export without keeping it. */
async function exported(url: string, token: string): Promise<{ bytes: number; lines: number }> {
  const headers = { authorization: `Token ${token}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject);
  });
  assert.equal(response.statusCode, 200);
  let [bytes, lines] = [0, 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { bytes, lines };
}

interface Measured<Result> {
  readonly result: Result;
  /** The most memory that was seen. */
  readonly megabytes: number;
  readonly milliseconds: number;
}

function memoryOf(pid = 0) {
  const now = (): number => {
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    }
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Number(stdout) / 1024;
  };
  return {
    async peakOf<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
      let megabytes = now();
      const timer = setInterval(() => (megabytes = Math.max(megabytes, now())), 50);
      const start = performance.now();
      const result = await work();
      clearInterval(timer);
      return { result, megabytes, milliseconds: performance.now() - start };
    },
  };
}
