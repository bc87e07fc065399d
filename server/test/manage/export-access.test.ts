import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { before, describe, test } from 'node:test';
import type { ClickBatches } from '../../src/storage/clicks/click-reader.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { storeClicks } from '../store-clicks.ts';
import { clickYear } from './click-year.ts';
import { memberOf } from './people.ts';

/** More than one read. */
const CLICKS = 5000;
const RECHECK_MS = 5000;

describe('an export whose caller loses access', () => {
  let service: Service;
  let passed = 0;
  /** All reads after the first block wait for it. */
  let gate: Promise<void> = Promise.resolve();
  let openGate = (): void => undefined;
  const closeGate = (): void => {
    gate = new Promise((resolve) => (openGate = resolve));
  };

  before(async () => {
    const DATABASE_URL = await newMigratedStore();
    const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
    await maker.create({ uri: 'p/1', unique: true });
    await maker.stop();
    const to = Date.now() - 3_600_000;
    const apps = [{ id: maker.owner.app.id, codes: ['Shoes'] }];
    const clicks = clickYear({ from: to - CLICKS * 1000, to, count: CLICKS, apps });
    await storeClicks(
      DATABASE_URL,
      clicks.map(({ click }) => click),
    );
    const now = (): number => Date.now() + passed;
    service = await startService({ DATABASE_URL }, { now }, maker.owner);
    holdReads(service);
  });

  function holdReads({ app: { ctx } }: Service): void {
    const all = ctx.db.all.bind(ctx.db);
    ctx.db.all = async (sql, parameters = []) => {
      // A scan of links.
      if (sql.includes('string_agg(cast(id as text)')) await gate;
      return all(sql, parameters);
    };
    const reader = ctx.clicks?.reader;
    assert.ok(reader);
    const singleClicks = reader.singleClicks.bind(reader);
    const held = async function* (batches: ClickBatches): ClickBatches {
      for await (const batch of batches) {
        yield batch;
        await gate;
      }
    };
    Object.assign(reader, {
      singleClicks: async (query: Parameters<typeof singleClicks>[0]) =>
        held(await singleClicks(query)),
    });
  }

  interface Download {
    text: string;
    state: 'open' | 'complete' | 'broken';
  }
  async function download(path: string, headers: Record<string, string>): Promise<Download> {
    const request = get(new URL(path, service.url), { headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const got: Download = { text: '', state: 'open' };
    response.setEncoding('utf8').on('data', (text: string) => (got.text += text));
    response.on('error', () => (got.state = 'broken'));
    response.on('end', () => (got.state = 'complete'));
    return got;
  }

  for (const path of [
    '/manage/v1/clicks/export',
    '/manage/v1/smartlinks/export?format=csv&unique=true',
  ]) {
    test(`breaks off: ${path}`, async () => {
      const name = path.includes('clicks') ? 'clicks' : 'links';
      const signedOut = await memberOf(service, `${name}-out@shop.example`, 'viewer');
      const removed = await memberOf(service, `${name}-removed@shop.example`, 'viewer');
      const { token, token_id: id } = (
        await service.request('POST', '/manage/v1/tokens', { body: { kind: 'server' } })
      ).json;
      closeGate();
      const [permitted, ...ended] = await Promise.all(
        [
          { authorization: `Token ${service.owner.tokens.server}` },
          { cookie: signedOut.cookie },
          { cookie: removed.cookie },
          { authorization: `Token ${token}` },
        ].map((headers) => download(path, headers)),
      );
      assert.ok(permitted);
      await eventually('the first blocks', () =>
        [permitted, ...ended].every(({ text }) => text !== ''),
      );
      await signedOut.send('POST', 'sign-out');
      await service.request('DELETE', `/manage/v1/members/${removed.id}`);
      await service.request('DELETE', `/manage/v1/tokens/${id}`);
      passed += RECHECK_MS;
      openGate();
      await eventually('the ends', () =>
        [permitted, ...ended].every(({ state }) => state !== 'open'),
      );
      assert.deepEqual(
        ended.map(({ state }) => state),
        ['broken', 'broken', 'broken'],
      );
      assert.equal(permitted.state, 'complete');
      for (const { text } of ended) assert.ok(text.length < permitted.text.length);
    });
  }
});
