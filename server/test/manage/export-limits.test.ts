import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_EXPORTS } from '../../src/http/exports.ts';
import type { ClickBatches } from '../../src/storage/clicks/click-reader.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { storeClicks } from '../store-clicks.ts';
import { clickYear } from './click-year.ts';
import { cookieOf, memberOf, signIn } from './people.ts';

/** A scan of links ends early after this time, so a held one has only one read. */
const SCAN_MS = 60;
const CLICKS = 9000;

describe('an export', () => {
  let service: Service;
  let day: string;
  /** How often the database was asked for more. From one of these on, each waits for the gate. */
  let reads = 0;
  let heldFrom = 1;
  let gate: Promise<unknown> | undefined;
  let openGate: (() => void) | undefined;
  const closeGate = (): void => {
    reads = 0;
    gate = new Promise<void>((resolve) => (openGate = resolve));
  };

  before(async () => {
    const DATABASE_URL = await newMigratedStore();
    const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
    const links = Array.from({ length: 400 }, (_, index) => ({ uri: `p/${index}` }));
    for (let from = 0; from < links.length; from += 50) {
      const body = { links: links.slice(from, from + 50) };
      const path = '/manage/v1/smartlinks/bulk';
      assert.equal((await maker.request('POST', path, { body })).status, 200);
    }
    const code = 'RareLink';
    await maker.request('POST', '/manage/v1/smartlinks', { body: { uri: 'a', code } });
    await maker.stop();
    const to = Date.now() - 3_600_000;
    const from = to - CLICKS * 1000;
    day = new Date(from).toISOString();
    // Only the first and the last click are of the link.
    const year = { from, to, count: CLICKS, apps: [{ id: maker.owner.app.id, codes: ['Other'] }] };
    const clicks = clickYear(year).map(({ click }) => click);
    const marked = clicks.map((click, index) =>
      index === 0 || index === clicks.length - 1 ? { ...click, code } : click,
    );
    await storeClicks(DATABASE_URL, marked);
    service = await startService({ DATABASE_URL }, {}, maker.owner);
    holdReads(service);
  });

  function holdReads({ app: { ctx } }: Service): void {
    const all = ctx.db.all.bind(ctx.db);
    ctx.db.all = async (sql, parameters = []) => {
      if (!sql.includes('string_agg(cast(id as text)')) return all(sql, parameters);
      if (++reads >= heldFrom) await gate;
      return all(sql, parameters);
    };
    const reader = ctx.clicks?.reader;
    assert.ok(reader);
    const singleClicks = reader.singleClicks.bind(reader);
    const held = async function* (batches: ClickBatches): ClickBatches {
      for await (const batch of batches) {
        if (++reads >= heldFrom) await gate;
        yield batch;
      }
    };
    Object.assign(reader, {
      singleClicks: async (query: Parameters<typeof singleClicks>[0]) =>
        held(await singleClicks(query)),
    });
  }

  const SCANS = {
    links: () => '/manage/v1/smartlinks/export?format=ndjson&unique=true',
    clicks: () => `/manage/v1/clicks/export?format=ndjson&code=RareLink&from=${day}`,
  };
  function open(path: string, headers: Record<string, string>): ClientRequest {
    const request = get(new URL(path, service.url), { headers, agent: false });
    request.on('error', () => undefined);
    return request;
  }
  const token = (): Record<string, string> => ({
    authorization: `Token ${service.owner.tokens.server}`,
  });

  for (const [what, path] of Object.entries(SCANS)) {
    test(`of ${what} reads no more after its client has disconnected`, async () => {
      gate = undefined;
      reads = 0;
      // The first click of the link is in the first batch: that one is sent.
      heldFrom = what === 'clicks' ? 2 : 1;
      assert.equal((await service.request('GET', path())).status, 200);
      const needed = reads;
      let response: ServerResponse | undefined;
      const note = (message: unknown): void => {
        const started = message as { request: IncomingMessage; response: ServerResponse };
        if (started.request.url === path()) response = started.response;
      };
      subscribe('http.server.request.start', note);
      closeGate();
      const request = open(path(), token());
      await eventually('a read', () => reads === heldFrom);
      unsubscribe('http.server.request.start', note);
      assert.ok(response);
      const closed = once(response, 'close');
      request.destroy();
      await closed;
      await setTimeout(SCAN_MS + 10);
      openGate?.();
      // What would go on reads everything in this time, or at least more.
      await setTimeout(500);
      assert.ok(needed > heldFrom, `${needed}`);
      assert.equal(reads, heldFrom);
    });
  }

  test('is no work in progress, so that many of them are no overload', async () => {
    heldFrom = 1;
    closeGate();
    const running: ClientRequest[] = [];
    for (let app = 0; app < 10; app++) {
      const { tokens } = await createApp(service.app.ctx, `exports-${app}`);
      const headers = { authorization: `Token ${tokens.server}` };
      for (let n = 0; n < MAX_EXPORTS; n++) running.push(open(SCANS.links(), headers));
    }
    try {
      await eventually('the reads', () => reads >= running.length);
      // Longer than it takes to notice a backlog.
      await setTimeout(1000);
      // An overload would be noticed before the wrong value.
      const path = '/manage/v1/smartlinks/export?format=xml';
      assert.equal((await service.request('GET', path)).status, 400);
    } finally {
      openGate?.();
      gate = undefined;
      for (const request of running) request.destroy();
    }
  });

  test('is one of a limited number of a member, and of the tokens of an app', async () => {
    const ada = await memberOf(service, 'ada@shop.example', 'viewer');
    const bob = await memberOf(service, 'bob@shop.example', 'viewer');
    const again = cookieOf(await signIn(service, ada.email));
    const made = (await service.request('POST', '/manage/v1/tokens', { body: { kind: 'server' } }))
      .json;
    const paths = [SCANS.links(), SCANS.clicks()];
    const second = { authorization: `Token ${made.token}` };
    heldFrom = 1;
    for (const [mine, same, other] of [
      [{ cookie: ada.cookie }, { cookie: again }, { cookie: bob.cookie }],
      [token(), second, { cookie: bob.cookie }],
    ]) {
      assert.ok(mine && same && other);
      closeGate();
      const running = Array.from({ length: MAX_EXPORTS }, (_, index) =>
        open(paths[index % 2] ?? '', index === 0 ? mine : same),
      );
      await eventually('the reads', () => reads >= MAX_EXPORTS);
      for (const path of paths) {
        const refused = await service.request('GET', path, { token: undefined, headers: mine });
        assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_streams']);
        assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
      }
      openGate?.();
      gate = undefined;
      const send = (headers: Record<string, string>) =>
        service.request('GET', SCANS.links(), { token: undefined, headers });
      assert.equal((await send(other)).status, 200);
      for (const request of running) request.destroy();
      await eventually('a free place', async () => (await send(mine)).status === 200);
      // An export whose client has left can be within a read.
      await eventually('no more reads', async () => {
        const known = reads;
        await setTimeout(SCAN_MS + 10);
        return reads === known;
      });
    }
  });
});
