import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startService, type Service } from '../harness.ts';
import { openClient } from '../fuzz/client.ts';
import { afterAll } from '../leftovers.ts';
import { AGENTS } from './agents.ts';

const TOGETHER = 250;
/** More than an entry of any cache takes. */
const MAX_BYTES_PER_CODE = 40;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Opens `count` different unknown codes on one connection; returns how often each status was returned. */
async function guess(url: string, first: number, count: number): Promise<Record<string, number>> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const statuses: Record<string, number> = {};
  let answered = 0;
  let rest = '';
  let onAnswers = (): void => undefined;
  socket.setEncoding('latin1').on('data', (text: string) => {
    rest += text;
    for (const [, status = ''] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      answered++;
    }
    // A status line may have arrived in part.
    rest = rest.slice(rest.length - Math.min(rest.length, 'HTTP/1.1 404'.length));
    onAnswers();
  });
  for (let sent = 0; sent < count; sent += TOGETHER) {
    const requests = Array.from({ length: TOGETHER }, (_, index) => {
      const code = `B${String(first + sent + index).padStart(7, '2')}`;
      return `GET /${code} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${AGENTS.iphone}\r\n\r\n`;
    });
    const all = new Promise<void>((resolve, reject) => {
      socket.once('close', () => reject(new Error(`only ${answered} answers`)));
      onAnswers = () => answered >= sent + TOGETHER && resolve();
    });
    socket.write(requests.join(''));
    await all;
    socket.removeAllListeners('close');
  }
  socket.destroy();
  return statuses;
}

describe('unknown codes', () => {
  const HOW_MANY: Readonly<Record<string, readonly [perMinute: string, count: number]>> = {
    'that are looked up': ['0', 10_000],
    'that are refused': ['10', 100_000],
  };
  for (const [which, [MISSES_PER_MINUTE, count]] of Object.entries(HOW_MANY)) {
    test(`${which}: ${count} of them leave nothing in memory`, async (t) => {
      const service = await startService({ MISSES_PER_MINUTE });
      await guess(service.url, 0, 5000);
      const before = sizesOf(service);
      let statuses: Record<string, number> = {};
      let bytes = Infinity;
      // What else happens in the process can take memory once; what codes leave would grow in every round.
      for (let round = 0; round < 3 && bytes >= MAX_BYTES_PER_CODE; round++) {
        const heap = heapBytes();
        statuses = await guess(service.url, 5000 + round * count, count);
        bytes = (heapBytes() - heap) / count;
        t.diagnostic(`${JSON.stringify(statuses)}, ${bytes.toFixed(1)} bytes each`);
      }
      assert.deepEqual(sizesOf(service), before);
      assert.ok(bytes < MAX_BYTES_PER_CODE, `${bytes} bytes for each code`);
      const expected = MISSES_PER_MINUTE === '0' ? '404' : '429';
      assert.ok((statuses[expected] ?? 0) > count * 0.9, JSON.stringify(statuses));
    });
  }

  test('get the same bytes, whatever the code is and whether a link had it', async () => {
    let now = Date.now();
    const service = await startService({ MISSES_PER_MINUTE: '30' }, { now: () => now });
    const client = openClient(service.url);
    afterAll(() => client.close());
    const open = async (path: string, language: string, method = 'GET') => {
      const headers = { 'accept-language': language, 'user-agent': AGENTS.iphone };
      const got = await client.send({ method, path, headers });
      return { ...got, headers: { ...got.headers, date: '' } };
    };
    // The page of the only app, then of none.
    for (const language of ['en', 'ko', 'none']) {
      if (language === 'none') await service.apply({ apps: [{ name: 'other' }] });
      const first = await open('/Unknown1', language);
      assert.equal(first.status, 404);
      for (const path of ['/Unknown2', '/Unknown3?a=1', '/x', '/%00', '/wp-login.php']) {
        assert.deepEqual(await open(path, language), first, path);
      }
      const head = await open('/Unknown4', language, 'HEAD');
      assert.deepEqual(head, { ...first, text: '' });
    }
    for (let index = 0; index < 40; index++) await open(`/Unknown${index}`, 'en');
    const refused = await open('/Unknown5', 'en');
    assert.equal(refused.status, 429);
    now += 2000;
    const later = await open('/Unknown6', 'en');
    const head = await open('/Unknown7', 'en', 'HEAD');
    for (const { headers } of [refused, later, head]) assert.ok(Number(headers['retry-after']) > 0);
    const comparable = ({ status, headers, text }: typeof later) => [
      status,
      { ...headers, 'retry-after': '' },
      text,
    ];
    assert.deepEqual(comparable(later), comparable(refused));
    assert.deepEqual(comparable(head), comparable({ ...refused, text: '' }));
  });
});

function sizesOf({ app }: Service): object {
  const { visits, pages, retrievals, apps, actors } = app.ctx.cache;
  return {
    visits: visits.size,
    pages: pages.size,
    retrievals: retrievals.size,
    apps: apps.size,
    actors: actors.size,
  };
}
