import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { startService } from '../harness.ts';
import { cpuTime } from '../worst-case/cpu-time.ts';
import { assertCpuTime } from '../worst-case/slowness.ts';
import { parseMetrics } from './metrics-text.ts';

const TOKEN = 'a-token-of-prometheus';
const APPS = 100;
const SCRAPES = 20;
const MAX_MS = 20;
/** Each has its own platform or kind. */
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'curl/8.5.0',
];

test(`with ${APPS} apps, metrics take at most ${MAX_MS} ms of CPU time`, async (t) => {
  const service = await startService({ METRICS_TOKEN: TOKEN, CLICKS: 'off' });
  const codes: string[] = [];
  for (let app = 0; app < APPS; app++) {
    const { tokens } = await createApp(service.app.ctx, `app-${app}`);
    const body = { uri: 'https://shop.example/' };
    const made = await service.request('POST', '/v2/smartlinks', { token: tokens.server, body });
    codes.push(made.json.smartlink.split('/').at(-1));
  }
  const visits = codes.flatMap((code) => AGENTS.map((agent) => ({ code, agent })));
  for (const { code, agent } of visits) {
    const headers = { 'user-agent': agent };
    const { status } = await fetch(`${service.url}/${code}`, { redirect: 'manual', headers });
    assert.ok(status === 302 || status === 200, `${status}`);
  }
  const scrape = async (): Promise<string> =>
    (await service.request('GET', '/metrics', { token: TOKEN })).text;
  const samples = parseMetrics(await scrape());
  const ofApps = samples.filter(({ name }) => name === 'smartlink_visits_total');
  assert.ok(ofApps.length >= visits.length, `${ofApps.length} series`);
  const begin = cpuTime();
  for (let times = 0; times < SCRAPES; times++) await scrape();
  const each = (cpuTime() - begin) / SCRAPES;
  t.diagnostic(`${samples.length} samples, ${each.toFixed(1)} ms`);
  assertCpuTime(each, MAX_MS);
});
