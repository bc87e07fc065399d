import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { Client } from 'pg';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_TEMPLATES } from '../../src/domain/app/setup-schema.ts';
import { afterAll, startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { newStore } from '../store.ts';
import { sessionsWaiting, whileLocked } from './locked.ts';

/** Statements of an apply besides those that insert templates. */
const OTHER_STATEMENTS = 60;

describe('locks of the management API on PostgreSQL', () => {
  let url: string;
  let service: Service;
  let other: { readonly id: string; readonly token: string };

  before(async () => {
    url = await newStore();
    service = await startService({ CLICKS: 'off', DATABASE_URL: url });
    const { app, tokens } = await createApp(service.app.ctx, 'books');
    other = { id: app.id, token: tokens.server };
  });

  const ALL = `select name from migrations where name = '0001_links.sql' for update`;
  const APP = 'select id from apps where id = $1 for no key update';

  const made = async (token: string): Promise<string> => {
    const body = { uri: 'products/5', redeem_limit: 5, metadata: { coupon: 'A' } };
    const { status, json } = await service.request('POST', '/manage/v1/smartlinks', {
      token,
      body,
    });
    assert.equal(status, 201);
    return json.code;
  };
  const change = (code: string, token: string, state: string) =>
    service.request('PATCH', `/manage/v1/smartlinks/${code}`, { token, body: { state } });
  const isReady = async () =>
    assert.equal((await service.request('GET', '/health/ready')).status, 200);

  it('an instance is ready, and links can be managed, while another session holds the global lock', async () => {
    const { server } = service.owner.tokens;
    await whileLocked(url, ALL, [], async () => {
      await isReady();
      const code = await made(server);
      assert.equal((await change(code, server, 'disabled')).status, 200);
      assert.equal((await service.create({ uri: 'products/6' })).status, 201);
    });
  });

  it('creates, other apps and readiness do not wait for the lock of an app', async () => {
    const { server } = service.owner.tokens;
    const [own, theirs] = [await made(server), await made(other.token)];
    let changed = false;
    let waiting: Promise<{ status: number }> | undefined;
    await whileLocked(url, APP, [service.owner.app.id], async () => {
      waiting = change(own, server, 'disabled').finally(() => (changed = true));
      assert.equal((await change(theirs, other.token, 'disabled')).status, 200);
      assert.equal((await service.create({ uri: 'products/7' })).status, 201);
      const body = { smartlink: own, redemption_id: randomUUID() };
      const token = service.owner.tokens.web;
      const redeemed = await service.request('POST', '/client/v1/redemptions', { token, body });
      assert.equal(redeemed.status, 200, redeemed.text);
      await isReady();
      assert.equal(changed, false);
    });
    assert.equal((await waiting)?.status, 200);
  });

  it('a change of many links locks them in the order of their codes, as redemptions do', async () => {
    const { server } = service.owner.tokens;
    const codes = [await made(server), await made(server), await made(server)].toSorted((a, b) =>
      a < b ? -1 : 1,
    );
    const [first = '', second = '', third = ''] = codes;
    let changing: Promise<{ status: number }> | undefined;
    const lock = 'select 1 from links where code = $1 for update';
    await whileLocked(url, lock, [first], async () => {
      const body = { codes: [third, second, first], change: { state: 'disabled' } };
      changing = service.request('POST', '/manage/v1/smartlinks/changes', { token: server, body });
      await eventually('the change waits', async () => (await sessionsWaiting(url)) > 0);
      await whileLocked(url, `${lock} nowait`, [second], async () => undefined);
      await whileLocked(url, `${lock} nowait`, [third], async () => undefined);
    });
    assert.equal((await changing)?.status, 200);
  });

  it('two changes of the settings of one app run one after the other', async () => {
    const body = (n: number) => ({
      templates: [{ name: `t${n}`, pattern: `t${n}/:id`, routes: {} }],
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        service.request('PATCH', '/manage/v1/app', { body: body(n) }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const { json } = await service.request('GET', '/manage/v1/app');
    assert.equal(json.templates.length, 1);
  });

  it(`applying ${MAX_TEMPLATES} templates takes a bounded number of statements`, async (t) => {
    const sent: string[] = [];
    // oxlint-disable-next-line typescript/unbound-method -- it is put back, and called with its client
    const { query } = Client.prototype;
    // Counts the statements in the driver.
    Client.prototype.query = function (this: Client, ...args: unknown[]) {
      const [config] = args as [string | { readonly text?: string }];
      sent.push(typeof config === 'string' ? config : (config.text ?? ''));
      return Reflect.apply(query, this, args) as unknown;
    } as typeof query;
    afterAll(() => (Client.prototype.query = query));
    const templates = Array.from({ length: MAX_TEMPLATES }, (_, n) => ({
      name: `template-${n}`,
      pattern: `products/${n}/:id`,
      routes: { web: { link: `https://shop.example/${n}/:id`, fallback: '' } },
    }));
    await service.apply({ apps: [{ name: 'shop', templates }] });
    Client.prototype.query = query;
    const inserts = sent.filter((sql) => sql.startsWith('insert into templates'));
    const reads = sent.filter((sql) => sql.startsWith('select name, position'));
    t.diagnostic(`${sent.length} statements: ${inserts.length} inserts, ${reads.length} reads`);
    assert.ok(inserts.length <= MAX_TEMPLATES / 500, `${inserts.length} inserts`);
    // Without what the process reads at intervals, which depends on the time that the apply takes.
    const others = sent.filter(
      (sql) => !/ from (?:changes|search_\w+|links where id >=)/.test(sql),
    );
    assert.ok(others.length - inserts.length - reads.length <= OTHER_STATEMENTS, others.join('\n'));
    const [count] = await service.app.ctx.db.all<{ rows: number }>(
      'select count(*) as rows from templates where app_id = ?',
      [service.owner.app.id],
    );
    assert.equal(count?.rows, MAX_TEMPLATES);
  });
});
