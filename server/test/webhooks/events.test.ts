import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, beforeEach, describe, it } from 'node:test';
import type { Service } from '../harness.ts';
import { SHOP } from '../harness.ts';
import { allowDefaultHost } from '../../src/actions/apps/allow-default-host.ts';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { approveHost } from '../../src/actions/hosts/approve-host.ts';
import { saveLink } from '../../src/actions/links/save-link.ts';
import { findLink } from '../../src/storage/links.ts';
import { EVENT_TYPES } from '../../src/domain/webhook/event-type.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { eventually } from '../processes.ts';
import {
  makeWebhook,
  startReceiver,
  startSender,
  verify,
  type MadeWebhook,
  type Received,
  type Receiver,
} from './receiver.ts';

describe('events', () => {
  let service: Service;
  let receiver: Receiver;
  let webhook: MadeWebhook;
  let now = Date.now();
  before(async () => {
    service = await startSender({}, { now: () => now });
    receiver = await startReceiver();
    const types = EVENT_TYPES.filter((type) => type !== 'clicks.summary');
    webhook = await makeWebhook(service, { url: receiver.url, types });
  });
  // Signatures are valid for five minutes, by the real time.
  beforeEach(() => void (now = Math.max(now, Date.now())));

  /** The events that `work` causes, which must have these types in this order. */
  async function eventsOf(types: readonly string[], work: () => Promise<unknown>) {
    const earlier = receiver.requests.length;
    await work();
    const requests = (await receiver.until(earlier + types.length)).slice(earlier);
    for (const request of requests) {
      assert.deepEqual(verify(webhook.secret, request), request.event);
      assert.equal(request.headers['content-type'], 'application/json');
      assert.match(request.id, /^evt_[0-9A-Za-z]{22}$/);
      assert.equal(request.event.data.app_id, service.owner.app.id);
      assert.ok(Buffer.byteLength(request.body) <= 20_000);
    }
    assert.deepEqual(
      requests.map(({ event }) => event.type),
      types,
    );
    return requests;
  }
  const manage = (method: string, path: string, body?: object) =>
    service.request(method, `/manage/v1/${path}`, body ? { body } : {});
  const redeem = (code: string, redemption_id: string = randomUUID()) =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.iphone,
      body: { smartlink: code, redemption_id },
    });
  const codeOf = ({ event }: Received): string => event.data.link.code;
  /** A link without metadata as its events have it. */
  const shown = async (code: string) => {
    const { json } = await manage('GET', `smartlinks/${code}`);
    const { created_by: _, version: __, validity: ___, metadata_version: ____, ...same } = json;
    return same;
  };

  it('a link created through /v2 has all of its fields', async () => {
    const metadata = { coupon: 'SPRING', sizes: ['40', '41'], price: 9.5 };
    const [request] = await eventsOf(['link.created'], () =>
      service.create({ uri: 'https://shop.example/a', metadata, redeemLimit: 5 }),
    );
    assert.ok(request);
    const { link, actor } = request.event.data;
    const { created_by } = (await manage('GET', `smartlinks/${link.code}`)).json;
    assert.deepEqual(link, { ...(await shown(link.code)), metadata });
    assert.equal(actor, created_by.id);
    assert.equal(request.event.timestamp, link.created_at);
  });

  it('an idempotent create that is repeated, and a unique link that exists, cause no event', async () => {
    const headers = { 'idempotency-key': 'once' };
    const create = (body: object, given = {}) =>
      service.request('POST', '/v2/smartlinks', { body, headers: given });
    await eventsOf(['link.created', 'link.created'], async () => {
      await create({ uri: 'b' }, headers);
      await create({ uri: 'b' }, headers);
      await create({ uri: 'c', unique: true });
      await create({ uri: 'c', unique: true });
    });
    await new Promise((done) => setTimeout(done, 600));
    assert.equal(receiver.requests.filter(({ event }) => event.data.link?.uri === 'b').length, 1);
    assert.equal(receiver.requests.filter(({ event }) => event.data.link?.uri === 'c').length, 1);
  });

  it('changes of a link name what was changed, in their order', async () => {
    const [created] = await eventsOf(['link.created'], () =>
      manage('POST', 'smartlinks', { uri: 'd', tags: ['one'], name: 'First' }),
    );
    assert.ok(created);
    const code = codeOf(created);
    const types = [
      'link.updated',
      'link.disabled',
      'link.enabled',
      'link.deleted',
      'link.restored',
    ];
    const requests = await eventsOf(types, async () => {
      await manage('PATCH', `smartlinks/${code}`, { name: 'Second', tags: ['two'] });
      await manage('PATCH', `smartlinks/${code}`, { state: 'disabled' });
      await manage('PATCH', `smartlinks/${code}`, { state: 'active' });
      await manage('PATCH', `smartlinks/${code}`, { state: 'active' });
      await manage('DELETE', `smartlinks/${code}`);
      await manage('POST', `smartlinks/${code}/restore`);
      await manage('POST', `smartlinks/${code}/restore`);
    });
    const [updated, disabled, , deleted, restored] = requests.map(({ event }) => event.data);
    assert.deepEqual(updated.previous, { tags: ['one'], name: 'First' });
    assert.deepEqual([updated.link.name, updated.link.tags], ['Second', ['two']]);
    assert.deepEqual(disabled.previous, { state: 'active' });
    assert.equal(deleted.link.state, 'deleted');
    assert.deepEqual([restored.link.state, restored.previous.state], ['active', 'deleted']);
  });

  it('a unique link that is deleted or restored is as the API shows it', async () => {
    const [created] = await eventsOf(['link.created'], () =>
      manage('POST', 'smartlinks', { uri: 'only', unique: true }),
    );
    assert.ok(created);
    const code = codeOf(created);
    const [deleted] = await eventsOf(['link.deleted'], () =>
      manage('DELETE', `smartlinks/${code}`),
    );
    assert.equal(deleted?.event.data.link.unique, false);
    assert.deepEqual(deleted.event.data.link, { ...(await shown(code)), metadata: null });
    const [restored] = await eventsOf(['link.restored'], () =>
      manage('POST', `smartlinks/${code}/restore`),
    );
    assert.equal(restored?.event.data.link.unique, true);
    assert.deepEqual(restored.event.data.link, { ...(await shown(code)), metadata: null });
  });

  it('a change contains the redemptions that were granted since the link was read', async () => {
    const { ctx } = service.app;
    const [created] = await eventsOf(['link.created'], () => service.create({ uri: 'late' }));
    assert.ok(created);
    const code = codeOf(created);
    const link = await findLink(ctx.db, code);
    assert.ok(link);
    await eventsOf(['redemption.granted'], () => redeem(code));
    const author = { appId: service.owner.app.id, actor: 'operator' };
    const [updated] = await eventsOf(['link.updated'], () =>
      ctx.db.appTransaction(author.appId, (tx) =>
        saveLink(ctx, tx, author, link, { ...link, name: 'Late' }, 'change'),
      ),
    );
    assert.deepEqual([link.redemptions, updated?.event.data.link.redemptions], [0, 1]);
  });

  it('routes that are created again name the template only if it changes', async () => {
    const [created] = await eventsOf(['link.created'], () =>
      manage('PUT', 'external-ids/routes', { uri: 'routes/1' }),
    );
    assert.ok(created);
    const code = codeOf(created);
    const routes = { web: { link: 'https://shop.example/other' } };
    const [updated] = await eventsOf(['link.updated'], () =>
      manage('PUT', 'external-ids/routes', { uri: 'routes/1', routes }),
    );
    const { previous } = updated?.event.data ?? {};
    assert.deepEqual(previous, { routes: created.event.data.link.routes });
    const [entry] = (await manage('GET', `smartlinks/${code}/history`)).json.entries;
    assert.deepEqual([entry.before, Object.keys(entry.after)], [previous, ['routes']]);
  });

  it('a change of many links causes one event for each', async () => {
    const made = await Promise.all(['e', 'f', 'g'].map((uri) => service.create({ uri })));
    await receiver.until(3, ({ event }) => made.some(({ code }) => event.data.link?.code === code));
    const types = ['link.updated', 'link.updated', 'link.updated'];
    const requests = await eventsOf(types, () =>
      manage('POST', 'smartlinks/changes', {
        codes: made.map(({ code }) => code),
        change: { add_tags: ['many'] },
      }),
    );
    assert.deepEqual(requests.map(codeOf).toSorted(), made.map(({ code }) => code).toSorted());
  });

  it('redemptions: granted with its count, exhausted after the last one, refused, reversed', async () => {
    const [created] = await eventsOf(['link.created'], () =>
      service.create({ uri: 'h', redeemLimit: 2 }),
    );
    assert.ok(created);
    const code = codeOf(created);
    const id = randomUUID();
    const types = ['redemption.granted', 'redemption.granted', 'link.exhausted'];
    const granted = await eventsOf(types, async () => {
      await redeem(code, id);
      await redeem(code, id);
      await redeem(code);
    });
    assert.deepEqual(
      granted.map(({ event }) => event.data.redemptions),
      [1, 2, 2],
    );
    assert.equal(granted[0]?.event.data.redemption_id, id);
    assert.equal(granted[0]?.event.data.smartlink, created.event.data.link.smartlink);
    const [refused] = await eventsOf(['redemption.refused'], () => redeem(code));
    assert.equal(refused?.event.data.reason, 'redeem_limit_reached');
    const [other] = await eventsOf(['link.created'], () => service.create({ uri: 'h 2' }));
    assert.ok(other);
    const [reused] = await eventsOf(['redemption.refused'], () => redeem(codeOf(other), id));
    const { code: refusedCode, redemption_id, reason } = reused?.event.data ?? {};
    assert.deepEqual(
      [refusedCode, redemption_id, reason],
      [codeOf(other), id, 'redemption_id_reused'],
    );
    const [reversed] = await eventsOf(['redemption.reversed'], () =>
      manage('POST', `smartlinks/${code}/redemptions/${id}/give-back`),
    );
    assert.equal(reversed?.event.data.redemption_id, id);
  });

  it('simultaneous redemptions are reported in the order of their counts', async () => {
    const [created] = await eventsOf(['link.created'], () => service.create({ uri: 'i' }));
    assert.ok(created);
    const types = Array.from({ length: 20 }, () => 'redemption.granted');
    const requests = await eventsOf(types, () =>
      Promise.all(types.map(() => redeem(codeOf(created)))),
    );
    assert.deepEqual(
      requests.map(({ event }) => event.data.redemptions),
      types.map((_, index) => index + 1),
    );
  });

  it('an app that is applied reports templates and settings apart', async () => {
    const requests = await eventsOf(['template.changed', 'app.changed'], () => service.apply(SHOP));
    const [templates, app] = requests.map(({ event }) => event.data);
    assert.deepEqual(templates.templates, [{ name: 'product', change: 'add' }]);
    assert.ok(app.changed.includes('platforms/web'));
    const same = receiver.requests.length;
    await service.apply(SHOP);
    await new Promise((done) => setTimeout(done, 600));
    assert.equal(receiver.requests.length, same, 'nothing was changed');
  });

  it('a host that the operator approves, moves or allows is reported to its apps', async () => {
    const { ctx } = service.app;
    const { name } = service.owner.app;
    const { app: other } = await createApp(ctx, 'other');
    const changed = async (work: () => Promise<unknown>, of = 'hosts') => {
      const [request] = await eventsOf(['app.changed'], work);
      const { actor, changed: what } = request?.event.data ?? {};
      assert.deepEqual([actor, what], ['operator', [of]]);
    };
    await changed(() => approveHost(ctx, name, 'go.shop.example', false));
    await changed(() => approveHost(ctx, other.name, 'go.shop.example', true));
    await changed(() => approveHost(ctx, name, 'go.shop.example', true));
    for (const allowed of [false, true]) {
      await changed(() => allowDefaultHost(ctx, name, allowed), 'default_host');
    }
  });

  it('a link that expires is reported once', async () => {
    const until = new Date(now + 60_000).toISOString();
    const [created] = await eventsOf(['link.created'], () =>
      manage('POST', 'smartlinks', { uri: 'j', valid_until: until }),
    );
    assert.ok(created);
    const [expired] = await eventsOf(['link.expired'], async () => {
      now += 60_000;
    });
    assert.equal(expired?.event.data.code, codeOf(created));
    assert.equal(expired?.event.data.valid_until, until);
    await new Promise((done) => setTimeout(done, 2500));
    const again = receiver.requests.filter(({ event }) => event.type === 'link.expired');
    assert.equal(again.length, 1);
  });

  it('large metadata is left out, and said so', async () => {
    const metadata = { text: 'x'.repeat(13_000) };
    const [request] = await eventsOf(['link.created'], () =>
      service.create({ uri: 'k', metadata }),
    );
    const { link } = request?.event.data ?? {};
    assert.equal(link.metadata_omitted, true);
    assert.equal('metadata' in link, false);
  });
});

describe('summaries of clicks', () => {
  it('have every click once, and none is sent for a minute without clicks', async () => {
    // Noon in UTC: at midnight, a visitor counts again.
    let now = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
    const service = await startSender({}, { now: () => now });
    const receiver = await startReceiver();
    const types = ['clicks.summary'];
    const webhook = await makeWebhook(service, { url: receiver.url, types });
    const { address } = await service.create({ uri: 'https://shop.example/a' });
    const visit = () => fetch(address, { redirect: 'manual', headers: { 'user-agent': BROWSER } });
    // The first read only notes the counts of before.
    const noted = () =>
      eventually('the counts are noted', async () => {
        const sql = 'select at from webhook_summaries';
        const [row] = await service.app.ctx.db.all<{ at: number | string }>(sql);
        return Number(row?.at) === now;
      });
    await noted();
    for (let clicks = 0; clicks < 3; clicks++) await visit();
    await clicksSettled(service);
    now += 60_000;
    const [first] = await receiver.until(1);
    now += 60_000;
    await noted();
    for (let clicks = 0; clicks < 2; clicks++) await visit();
    await clicksSettled(service);
    now += 60_000;
    const [, second] = await receiver.until(2);
    const [one, two] = [first?.event.data, second?.event.data];
    assert.deepEqual([one.clicks, one.visitors, one.lifetime.clicks], [3, 1, 3]);
    assert.deepEqual([two.clicks, two.visitors, two.lifetime.clicks], [2, 0, 5]);
    assert.ok(one.from < one.to && one.to < two.from && two.from < two.to);
    assert.equal(receiver.requests.length, 2);
    // The click store had more, and was replaced.
    await service.app.ctx.db.transaction(
      (tx) => tx.run('update webhook_summaries set clicks = 1000'),
      'none',
    );
    await visit();
    await clicksSettled(service);
    now += 60_000;
    await noted();
    await visit();
    await clicksSettled(service);
    now += 60_000;
    const [, , third] = await receiver.until(3);
    assert.deepEqual([third?.event.data.clicks, third?.event.data.lifetime.clicks], [1, 7]);
    // What happens while no webhook wants them is in no summary.
    const path = `/manage/v1/webhooks/${webhook.webhook_id}`;
    const patch = (body: object) => async () => {
      assert.equal((await service.request('PATCH', path, { body })).status, 200);
      await service.app.catchUp();
    };
    let [summaries, lifetime] = [3, 7];
    for (const [stop, start] of [
      [patch({ state: 'disabled' }), patch({ state: 'enabled' })],
      [patch({ types: ['link.created'] }), patch({ types })],
      [
        () => service.request('DELETE', path),
        () => makeWebhook(service, { url: receiver.url, types }),
      ],
    ] as const) {
      await stop();
      await visit();
      await clicksSettled(service);
      now += 30 * DAY_MS;
      await start();
      await noted();
      await visit();
      await clicksSettled(service);
      now += 60_000;
      const { event } = (await receiver.until(++summaries)).at(-1) ?? {};
      lifetime += 2;
      assert.deepEqual([event.data.clicks, event.data.lifetime.clicks], [1, lifetime]);
    }
  });
});

const DAY_MS = 86_400_000;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

describe('a webhook that selects', () => {
  it('by type and tag gets only these, and an app without one gets nothing', async () => {
    const service = await startSender();
    const [some, all] = [await startReceiver(), await startReceiver()];
    await makeWebhook(service, { url: some.url, types: ['link.updated'], tags: ['vip'] });
    await makeWebhook(service, { url: all.url });
    const make = async (tags: string[]) =>
      (
        await service.request('POST', '/manage/v1/smartlinks', {
          body: { uri: 'a', tags },
        })
      ).json.code as string;
    const [vip, other] = [await make(['vip', 'x']), await make(['x'])];
    for (const code of [other, vip]) {
      await service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body: { name: 'Name' } });
    }
    await all.until(4);
    const [request] = await some.until(1);
    assert.equal(request?.event.data.link.code, vip);
    assert.equal(some.requests.length, 1);
    assert.ok(all.requests.every(({ event }) => event.type.startsWith('link.')));
  });
});
