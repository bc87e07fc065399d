import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { takeTurn } from '../../src/storage/webhooks/progress.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { makeWebhook, startReceiver, startSender, verify } from './receiver.ts';

describe('/manage/v1/webhooks', () => {
  let service: Service;
  before(async () => {
    service = await startSender();
  });
  const call = (method: string, path = '', body?: unknown) =>
    service.request(method, `/manage/v1/webhooks${path}`, body === undefined ? {} : { body });

  it('shows a secret once, and lists, changes and deletes webhooks', async () => {
    const body = { url: 'https://hooks.shop.example/a?b=c', description: 'Coupons', tags: ['vip'] };
    const made = await call('POST', '', body);
    assert.equal(made.status, 201);
    const { secret, ...shown } = made.json;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(
      (({ url, description, tags, types, state }) => ({ url, description, tags, types, state }))(
        shown,
      ),
      {
        ...body,
        types: [],
        state: 'enabled',
      },
    );
    const list = await call('GET');
    assert.deepEqual(list.json.webhooks, [shown]);
    assert.ok(!list.text.includes(secret));
    const path = `/${shown.webhook_id}`;
    assert.deepEqual((await call('GET', path)).json, shown);
    const changed = await call('PATCH', path, { types: ['link.created'], description: null });
    assert.deepEqual(changed.json, { ...shown, types: ['link.created'], description: null });
    const audit = await service.request('GET', '/manage/v1/audit-log');
    const actions = audit.json.entries
      .filter((entry: { what: string }) => entry.what === `webhook:${shown.webhook_id}`)
      .map((entry: { action: string }) => entry.action);
    assert.deepEqual(actions, ['change', 'create']);
    assert.ok(!audit.text.includes(secret.slice(6)));
    assert.equal((await call('DELETE', path)).status, 204);
    assert.equal((await call('GET', path)).status, 404);
    assert.deepEqual((await call('GET')).json.webhooks, []);
  });

  it('an app has at most ten', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 10; made++) {
      ids.push(
        (await call('POST', '', { url: `https://hooks.shop.example/${made}` })).json.webhook_id,
      );
    }
    const refused = await call('POST', '', { url: 'https://hooks.shop.example/' });
    assert.deepEqual([refused.status, refused.json.code], [409, 'too_many_webhooks']);
    for (const id of ids) await call('DELETE', `/${id}`);
  });

  it('is replayed for one request at a time', async () => {
    const { webhook_id: id } = (await call('POST', '', { url: 'https://hooks.shop.example/' }))
      .json;
    const { db } = service.app.ctx;
    let release = (): void => undefined;
    let holder = Promise.resolve();
    // A replay waits for this turn.
    await new Promise<void>((isHeld) => {
      holder = db.transaction(async (tx) => {
        await takeTurn(tx);
        isHeld();
        await new Promise<void>((resolve) => (release = resolve));
      }, 'none');
    });
    const replay = () => call('POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' });
    const replays = Array.from({ length: 3 }, replay);
    const answers = await Promise.race([
      Promise.all(replays.slice(1)),
      Promise.all([replays[0], replays[2]]),
      Promise.all(replays.slice(0, 2)),
    ]);
    for (const answer of answers) {
      assert.deepEqual([answer?.status, answer?.json.code], [429, 'too_many_replays']);
    }
    release();
    await holder;
    const statuses = (await Promise.all(replays)).map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 429, 429],
    );
    assert.equal((await replay()).status, 200);
    await call('DELETE', `/${id}`);
  });

  for (const id of ['wh_', 'wh_nothing', 'tok_a', '%00', 'wh_%00', 'wh_a b', '..%2f']) {
    it(`the id ${id} is unknown`, async () => {
      const { status, json } = await call('GET', `/${id}`);
      assert.deepEqual([status, json.code], [404, 'not_found']);
    });
  }

  it('a replaced secret signs as well until it ends', async () => {
    let now = Date.now();
    const own = await startSender({}, { now: () => now });
    const receiver = await startReceiver();
    const { webhook_id, secret: old } = await makeWebhook(own, { url: receiver.url });
    const rotate = (old_secret_hours: number) =>
      own.request('POST', `/manage/v1/webhooks/${webhook_id}/secret`, {
        body: { old_secret_hours },
      });
    const { secret, old_secret_until } = (await rotate(1)).json;
    assert.notEqual(secret, old);
    assert.equal(old_secret_until, new Date(now + 3_600_000).toISOString());
    await own.create({ uri: 'a' });
    const [first] = await receiver.until(1);
    assert.ok(first);
    verify(old, first);
    verify(secret, first);
    now += 3_600_000;
    await own.create({ uri: 'b' });
    const [, second] = await receiver.until(2);
    assert.equal(String(second?.headers['webhook-signature']).split(' ').length, 1);
    now = Date.now();
    const { secret: third } = (await rotate(0)).json;
    await own.create({ uri: 'c' });
    const [, , last] = await receiver.until(3);
    assert.ok(last);
    verify(third, last);
    assert.throws(() => verify(secret, last));
  });

  it('secrets that are replaced several times within their time all sign until it ends, at most three', async () => {
    let now = Date.now();
    const own = await startSender({}, { now: () => now });
    const receiver = await startReceiver();
    const { webhook_id, secret: old } = await makeWebhook(own, { url: receiver.url });
    const rotate = async (old_secret_hours: number) =>
      (
        await own.request('POST', `/manage/v1/webhooks/${webhook_id}/secret`, {
          body: { old_secret_hours },
        })
      ).json;
    const between = await rotate(1);
    now += 1_800_000;
    const newest = await rotate(24);
    assert.ok(newest.old_secret_until > between.old_secret_until);
    await own.create({ uri: 'a' });
    const [first] = await receiver.until(1);
    assert.ok(first);
    // Signatures are compared with the time of the machine.
    const signatures = String(first.headers['webhook-signature']).split(' ');
    const sign = (secret: string): string =>
      new Webhook(secret).sign(
        first.id,
        new Date(Number(first.headers['webhook-timestamp']) * 1000),
        first.body,
      );
    assert.deepEqual(signatures, [sign(newest.secret), sign(between.secret), sign(old)]);
    for (const hours of [1, 1]) {
      const { old_secret_until } = await rotate(hours);
      assert.equal(old_secret_until, newest.old_secret_until, 'none ends earlier than promised');
    }
    await own.create({ uri: 'c' });
    const [, more] = await receiver.until(2);
    assert.equal(String(more?.headers['webhook-signature']).split(' ').length, 4);
    const last = await rotate(0);
    assert.equal(last.old_secret_until, null);
    await own.create({ uri: 'b' });
    const [, , third] = await receiver.until(3);
    assert.equal(String(third?.headers['webhook-signature']).split(' ').length, 1);
  });
});

describe('the target of a webhook', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
  });
  const create = (url: string) => service.request('POST', '/manage/v1/webhooks', { body: { url } });

  for (const [url, detail] of [
    [
      'http://hooks.shop.example/',
      'must use https, unless the operator sets WEBHOOK_PRIVATE_TARGETS=on',
    ],
    ['ftp://hooks.shop.example/', 'must be an https address'],
    ['javascript:alert(1)', 'must be an https address'],
    ['hooks.shop.example', 'must be an https address'],
    ['https://user:password@hooks.shop.example/', 'must not contain user info'],
    ['https://hooks.shop.example/#here', 'must not contain a fragment'],
    ['https://127.0.0.1/', 'must not lead to a private network'],
    ['https://127.1/', 'must not lead to a private network'],
    ['https://2130706433/', 'must not lead to a private network'],
    ['https://0x7f.0.0.1/', 'must not lead to a private network'],
    ['https://0/', 'must not lead to a private network'],
    ['https://10.0.0.1/', 'must not lead to a private network'],
    ['https://169.254.169.254/latest/meta-data/', 'must not lead to a private network'],
    ['https://[::1]/', 'must not lead to a private network'],
    ['https://[::ffff:10.0.0.1]/', 'must not lead to a private network'],
    ['https://[fd00::1]/', 'must not lead to a private network'],
    ['https://[64:ff9b::7f00:1]/', 'must not lead to a private network'],
    ['https://hooks\\.shop.example/', 'contains a backslash; write "/" or "%5C"'],
  ] as const) {
    it(`is not ${url}`, async () => {
      const { status, json } = await create(url);
      assert.equal(status, 422);
      assert.deepEqual(json.errors, [{ pointer: '/url', detail }]);
    });
  }

  /** What the log says about a test event. */
  const errorOfTest = async (id: string): Promise<string | undefined> => {
    const path = `/manage/v1/webhooks/${id}`;
    const { event_id } = (await service.request('POST', `${path}/test`)).json;
    let log: { error: string }[] = [];
    await eventually('the attempt is logged', async () => {
      log = (await service.request('GET', `${path}/deliveries/${event_id}`)).json.log;
      return log.length > 0;
    });
    return log[0]?.error;
  };

  it('is checked again when its name is resolved, so nothing is sent inside', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const made = await create(`https://localhost:${port}/`);
    const error = await errorOfTest(made.json.webhook_id);
    assert.equal(error, 'the host leads to an address that is not public');
    assert.equal(receiver.requests.length, 0);
  });

  it('must be https when it is used, whatever was allowed when it was set', async () => {
    const made = await create('https://hooks.shop.example/');
    await service.app.ctx.db.transaction(
      (tx) =>
        tx.run('update webhooks set url = ? where id = ?', [
          'http://hooks.shop.example/',
          made.json.webhook_id,
        ]),
      'none',
    );
    const error = await errorOfTest(made.json.webhook_id);
    assert.equal(error, 'the address must begin with https://');
  });
});
