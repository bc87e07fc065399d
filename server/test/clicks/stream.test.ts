import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_STREAMS_OF_APP, MAX_STREAMS_OF_HOLDER } from '../../src/http/click-streams.ts';
import type { TotalsQuery } from '../../src/storage/clicks/click-reader.ts';
import { startService, type Service } from '../harness.ts';
import { cookieOf, memberOf, signIn } from '../manage/people.ts';
import { eventually, loadFactor } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { readEvents, type EventReader } from './event-reader.ts';
import { noonClock } from './noon-clock.ts';
import { clicksSettled } from './settled.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const MINUTE_MS = 60_000;
const NONE = { clicks: 0, visitors: 0, other: 0 };

describe('a stream of clicks', () => {
  let service: Service;
  let another: Service;
  let passed = 0;
  const open: EventReader[] = [];
  before(async () => {
    const DATABASE_URL = await newMigratedStore();
    const clock = noonClock();
    const now = (): number => clock() + passed;
    service = await startService({ DATABASE_URL }, { now });
    another = await startService({ DATABASE_URL }, { now }, service.owner);
  });
  after(() => {
    for (const reader of open) reader.close();
  });

  const stream = async (
    query = '',
    headers: Readonly<Record<string, string>> = {},
    at = service,
  ): Promise<EventReader> => {
    const authorization = `Token ${service.owner.tokens.server}`;
    const url = `${at.url}/manage/v1/clicks/stream${query}`;
    const reader = await readEvents(url, {
      ...('cookie' in headers ? {} : { authorization }),
      ...headers,
    });
    open.push(reader);
    return reader;
  };
  const visit = async (code: string, userAgent = CHROME, at = service): Promise<void> => {
    await at.request('GET', `/${code}`, { token: undefined, headers: { 'user-agent': userAgent } });
  };
  const newLink = async (): Promise<string> =>
    (await service.create({ uri: 'https://shop.example/a' })).code;
  /** Waits until the events of a stream add up to this. */
  const counted = (reader: EventReader, clicks: number, other: number): Promise<void> =>
    eventually(
      `${clicks} clicks, ${other} others`,
      () => sum(reader, 'clicks') === clicks && sum(reader, 'other') === other,
      30_000,
    );
  const sum = (reader: EventReader, name: 'clicks' | 'other'): number =>
    reader.events.reduce((total, { data }) => total + data.new[name], 0);

  it('has what was counted since the event before, also by other instances', async () => {
    const code = await newLink();
    const reader = await stream(`?code=${code}`);
    const { headers } = reader.response;
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store, no-transform');
    assert.equal(headers['x-accel-buffering'], 'no');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const first = await reader.event(0);
    assert.deepEqual([first.name, first.id], ['clicks', '0-0-0']);
    assert.deepEqual([first.data.new, first.data.lifetime], [NONE, NONE]);
    const other = await newLink();
    await visit(other);
    await visit(code);
    await visit(code, 'curl/8.0');
    await visit(code, CHROME, another);
    await counted(reader, 2, 1);
    const last = reader.events.at(-1);
    assert.deepEqual(last?.data.lifetime, { clicks: 2, visitors: 1, other: 1 });
    assert.equal(last?.id, '2-1-1');
    // Those of all links are in the stream of the app.
    const app = await stream('?seconds=0');
    const { lifetime } = (await app.event(0)).data;
    assert.ok(lifetime.clicks >= 3, JSON.stringify(lifetime));
    await app.ended();
    reader.close();
  });

  it('continues on any instance where it ended, and counts nothing twice', async () => {
    const code = await newLink();
    await visit(code);
    await clicksSettled(service);
    const reader = await stream(`?code=${code}`);
    const { id, data } = await reader.event(0);
    assert.deepEqual(data.new, NONE);
    reader.close();
    await visit(code);
    await visit(code);
    await clicksSettled(service);
    const next = await stream(`?code=${code}`, { 'last-event-id': id }, another);
    assert.deepEqual((await next.event(0)).data.new, { clicks: 2, visitors: 0, other: 0 });
    await visit(code, CHROME, another);
    await counted(next, 3, 0);
    next.close();
  });

  it('has nothing of another app', async () => {
    const books = (await createApp(service.app.ctx, 'books')).tokens.server;
    const authorization = `Token ${books}`;
    const reader = await stream('?seconds=0', { authorization });
    assert.deepEqual((await reader.event(0)).data.lifetime, NONE);
    const code = await newLink();
    const path = `/manage/v1/clicks/stream?code=${code}`;
    const { status, json } = await service.request('GET', path, { token: books });
    assert.deepEqual([status, json.code], [404, 'not_found']);
  });

  it('is one read per interval, however many read it', async () => {
    const { clicks } = service.app.ctx;
    assert.ok(clicks);
    let reads = 0;
    const { reader } = clicks;
    const totals = reader.totals.bind(reader);
    Object.assign(reader, {
      totals: (query: TotalsQuery) => {
        reads++;
        return totals(query);
      },
    });
    const codes = [await newLink(), await newLink(), ''];
    const readers = await Promise.all(
      codes.flatMap((code) => [1, 2, 3].map(() => stream(code === '' ? '' : `?code=${code}`))),
    );
    for (const one of readers) await one.event(0);
    const [earlier, start] = [reads, performance.now()];
    for (const code of codes.slice(0, 2)) await visit(code);
    await Promise.all(readers.map((one) => one.event(1)));
    const intervals = (performance.now() - start) / 2000;
    assert.ok(
      reads - earlier <= intervals + 1,
      `${reads - earlier} reads in ${intervals} intervals`,
    );
    for (const one of readers) one.close();
    Object.assign(reader, { totals });
  });

  it('has a limited number for each member, and for the tokens of an app', async () => {
    const own = await startService();
    const viewer = await memberOf(own, 'viewer@shop.example', 'viewer');
    const again = cookieOf(await signIn(own, viewer.email));
    const { token } = (await own.request('POST', '/manage/v1/tokens', { body: { kind: 'server' } }))
      .json;
    const second = { authorization: `Token ${token}` };
    for (const [mine, same] of [
      [{ cookie: viewer.cookie }, { cookie: again }],
      [second, { authorization: `Token ${own.owner.tokens.server}` }],
    ] as const) {
      const send = (headers: Record<string, string>) =>
        own.request('GET', '/manage/v1/clicks/stream?seconds=0', { token: undefined, headers });
      const readers = await Promise.all(
        Array.from({ length: MAX_STREAMS_OF_HOLDER }, (_, index) =>
          stream('', index === 0 ? mine : same, own),
        ),
      );
      const refused = await send(mine);
      assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_streams']);
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
      // Others are not affected.
      assert.equal((await send(mine === second ? { cookie: again } : second)).status, 200);
      readers[0]?.close();
      await eventually('a free place', async () => (await send(mine)).status === 200);
      for (const reader of readers) reader.close();
      await eventually('free places', async () => (await send(same)).status === 200);
    }
  });

  it('has a limited number for each app', async () => {
    const own = await startService();
    const members = await Promise.all(
      Array.from({ length: MAX_STREAMS_OF_APP / MAX_STREAMS_OF_HOLDER }, (_, index) =>
        memberOf(own, `many${index}@shop.example`, 'viewer'),
      ),
    );
    const readers = await Promise.all(
      members.flatMap(({ cookie }) =>
        Array.from({ length: MAX_STREAMS_OF_HOLDER }, () => stream('', { cookie }, own)),
      ),
    );
    const path = '/manage/v1/clicks/stream?seconds=0';
    const refused = await own.request('GET', path);
    assert.deepEqual([refused.status, refused.json.code], [429, 'too_many_streams']);
    const { server } = (await createApp(own.app.ctx, 'another')).tokens;
    assert.equal((await own.request('GET', path, { token: server })).status, 200);
    for (const reader of readers) reader.close();
    await eventually('a free place', async () => (await own.request('GET', path)).status === 200);
  });

  it('ends when the caller has lost access', async () => {
    const code = await newLink();
    const member = await memberOf(service, 'member@shop.example', 'viewer');
    const removed = await memberOf(service, 'removed@shop.example', 'viewer');
    const { token, token_id: id } = (
      await service.request('POST', '/manage/v1/tokens', { body: { kind: 'server' } })
    ).json;
    const readers = await Promise.all([
      stream('', { cookie: member.cookie }),
      stream('', { cookie: removed.cookie }),
      stream('', { authorization: `Token ${token}` }),
    ]);
    const permitted = await stream();
    for (const reader of [...readers, permitted]) await reader.event(0);
    await member.send('POST', 'sign-out');
    await service.request('DELETE', `/manage/v1/members/${removed.id}`);
    await service.request('DELETE', `/manage/v1/tokens/${id}`);
    await visit(code);
    for (const reader of readers) {
      await reader.ended();
      assert.equal(reader.events.length, 1);
    }
    await permitted.event(1);
    permitted.close();
  });

  it('has heartbeats, with which access is checked too, and ends after its time', async () => {
    const member = await memberOf(service, 'quiet@shop.example', 'viewer');
    const quiet = await stream('', { cookie: member.cookie });
    const reader = await stream('?seconds=600');
    await quiet.event(0);
    passed += MINUTE_MS;
    await eventually(
      'a heartbeat',
      () => reader.heartbeats() > 0 && quiet.heartbeats() > 0,
      30_000,
    );
    await member.send('POST', 'sign-out');
    passed += MINUTE_MS;
    await quiet.ended();
    assert.ok(!reader.isOver());
    passed += 10 * MINUTE_MS;
    await reader.ended();
  });

  it('answers HEAD at once', async () => {
    const { status, text } = await service.request('HEAD', '/manage/v1/clicks/stream');
    assert.deepEqual([status, text], [200, '']);
  });

  for (const query of ['seconds=901', 'seconds=x', 'seconds=-1']) {
    it(`refuses ${query}`, async () => {
      const { status, json } = await service.request('GET', `/manage/v1/clicks/stream?${query}`);
      assert.deepEqual([status, json.code], [400, 'bad_request']);
    });
  }

  it('ends at once when the service stops', async () => {
    const reader = await stream('', {}, another);
    await reader.event(0);
    const start = performance.now();
    await another.stop();
    await reader.ended();
    const took = performance.now() - start;
    // Open requests end it after 25 s.
    assert.ok(took < Math.min(10_000 * loadFactor(), 24_000), `${took} ms`);
  });
});
