import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Service } from '../harness.ts';
import { RETRY_PAUSES } from '../../src/domain/webhook/attempt.ts';
import { eventually } from '../processes.ts';
import {
  FIRST_RETRY_MS,
  makeWebhook,
  slowClock,
  startReceiver,
  startSender,
  type MadeWebhook,
  type Received,
  type Receiver,
} from './receiver.ts';

describe('deliveries', () => {
  let service: Service;
  let receiver: Receiver;
  let webhook: MadeWebhook;
  let skipped = 0;
  const clock = slowClock();
  const now = (): number => clock() + skipped;
  before(async () => {
    service = await startSender({}, { now });
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    webhook = await makeWebhook(service, { url: receiver.url });
  });
  afterEach(() => service.request('DELETE', path()));

  const path = (rest = ''): string => `/manage/v1/webhooks/${webhook.webhook_id}${rest}`;
  const shown = async (rest = '') => (await service.request('GET', path(rest))).json;
  const change = (body: object) => service.request('PATCH', path(), { body });
  const rename = (code: string, name: string) =>
    service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body: { name } });
  const states = async () =>
    (await shown('/deliveries')).deliveries.map((one: { state: string }) => one.state);

  const triesOfNewest = async (): Promise<number> =>
    (await shown('/deliveries')).deliveries[0]?.attempts;

  it('an attempt that fails is repeated with the same id and bytes, and logged', async () => {
    let failures = 2;
    receiver.respond(() =>
      failures-- > 0 ? { status: 500, body: 'out of \0order' } : { body: 'thanks', status: 200 },
    );
    await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('the first failure is logged', async () => {
      const [one] = (await shown('/deliveries')).deliveries;
      return one.attempts === 1;
    });
    assert.ok((await shown()).failing_since);
    skipped += FIRST_RETRY_MS;
    await receiver.until(2);
    skipped += 6 * 60_000;
    const [first, second, third] = await receiver.until(3);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
    assert.equal(new Set([first?.id, second?.id, third?.id]).size, 1);
    assert.equal(new Set([first?.body, second?.body, third?.body]).size, 1);
    assert.notEqual(first?.headers['webhook-timestamp'], third?.headers['webhook-timestamp']);
    const [{ event_id }] = (await shown('/deliveries')).deliveries;
    const { log, payload, next_attempt_at } = await shown(`/deliveries/${event_id}`);
    assert.deepEqual(
      log.map(({ status, response }: { status: number; response: string }) => [status, response]),
      [
        [500, 'out of order'],
        [500, 'out of order'],
        [200, 'thanks'],
      ],
    );
    assert.equal(payload, first?.body);
    assert.equal(next_attempt_at, null);
    assert.equal((await shown()).failing_since, null);
  });

  it('events of a link wait for an earlier one of the same link, those of others do not', async () => {
    const [one, two] = [
      (await service.create({ uri: 'a' })).code,
      (await service.create({ uri: 'b' })).code,
    ];
    await receiver.until(2);
    receiver.respond(({ event }) => ({
      status: event.data.link.code === one && event.data.link.name === 'first' ? 503 : 204,
    }));
    for (const name of ['first', 'second', 'third']) {
      await rename(one, name);
      await rename(two, name);
    }
    await receiver.until(3, ({ event }) => event.data.link.code === two && event.data.link.name);
    await new Promise((done) => setTimeout(done, 700));
    const namesOf = (code: string) =>
      receiver.requests
        .filter(({ event }) => event.data.link.code === code && event.data.link.name)
        .map(({ event }) => event.data.link.name as string);
    assert.deepEqual(namesOf(one), ['first'], 'the others wait');
    assert.deepEqual(namesOf(two), ['first', 'second', 'third']);
    receiver.respond(() => ({}));
    skipped += FIRST_RETRY_MS;
    await receiver.until(4, ({ event }) => event.data.link.code === one && event.data.link.name);
    assert.deepEqual(namesOf(one), ['first', 'first', 'second', 'third']);
  });

  it('after the last retry it fails, and later events are sent after the pause that it asks for', async () => {
    const { code } = await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
    const isBad = ({ event }: Received): boolean => event.data.link.name === 'bad';
    receiver.respond((request) => {
      if (!isBad(request)) return {};
      const isLast = receiver.requests.filter(isBad).length > RETRY_PAUSES.length;
      return isLast ? { status: 503, headers: { 'retry-after': '3600' } } : { status: 500 };
    });
    await rename(code, 'bad');
    await rename(code, 'good');
    for (const [index, pause] of [...RETRY_PAUSES, 0].entries()) {
      const tries = index + 1;
      await receiver.until(tries, isBad);
      await eventually('the attempt is logged', async () => {
        const [, one] = (await shown('/deliveries')).deliveries;
        return one.attempts === tries;
      });
      skipped += 1.2 * pause + FIRST_RETRY_MS;
    }
    assert.ok(Date.parse((await shown()).paused_until) >= now() + 3_500_000);
    skipped += 3_600_000;
    await receiver.until(1, ({ event }) => event.data.link.name === 'good');
    await eventually('all have ended', async () => !(await states()).includes('pending'));
    assert.deepEqual(await states(), ['delivered', 'failed', 'delivered']);
  });

  it('what the receiver at an earlier address responds says nothing about the new one', async () => {
    let release = (): void => undefined;
    const after = new Promise<void>((done) => (release = done));
    receiver.respond(() => ({ status: 410, after }));
    await service.create({ uri: 'a' });
    await receiver.until(1);
    const moved = await startReceiver();
    // The next attempt begins at once, and its success would hide what the first one changed.
    let accept = (): void => undefined;
    const checked = new Promise<void>((done) => (accept = done));
    moved.respond(() => ({ after: checked }));
    assert.equal((await change({ url: moved.url })).status, 200);
    release();
    await eventually('the attempt is logged', async () => (await triesOfNewest()) === 1);
    const { state, disabled_because, failing_since } = await shown();
    accept();
    assert.deepEqual([state, disabled_because, failing_since], ['enabled', null, null]);
    // Nor about the delivery, which does not wait for a retry.
    await moved.until(1);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
  });

  it('a new address has no failures and is not paused', async () => {
    receiver.respond(() => ({ status: 503, headers: { 'Retry-After': '3600' } }));
    await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('it fails', async () => (await shown()).failing_since !== null);
    const moved = await startReceiver();
    assert.equal((await change({ url: moved.url })).json.failing_since, null);
    await service.create({ uri: 'b' });
    const [first] = await moved.until(1);
    assert.equal(first?.event.data.link.uri, 'b');
    assert.equal((await shown()).failing_since, null);
  });

  it('410 disables the webhook, which says why; nothing is lost when it is enabled', async () => {
    receiver.respond(() => ({ status: 410 }));
    const { code } = await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('it is disabled', async () => (await shown()).state === 'disabled');
    assert.equal((await shown()).disabled_because, 'gone');
    const answer = await service.request('POST', path('/test'));
    assert.deepEqual([answer.status, answer.json.code], [409, 'webhook_disabled']);
    const { findings } = (await service.request('GET', '/manage/v1/doctor')).json;
    const found = findings.find(({ what }: { what: string }) => what.includes(webhook.webhook_id));
    assert.equal(found?.level, 'warning');
    assert.match(found.what, /disabled, because its receiver responded with 410$/);
    receiver.respond(() => ({}));
    skipped += 60_000;
    for (const name of ['one', 'two']) await rename(code, name);
    await service.create({ uri: 'b' });
    await new Promise((done) => setTimeout(done, 600));
    assert.equal(receiver.requests.length, 1, 'nothing is sent to a disabled webhook');
    const enabled = (await change({ state: 'enabled' })).json;
    assert.deepEqual([enabled.state, enabled.disabled_because], ['enabled', null]);
    const requests = await receiver.until(5);
    assert.equal(new Set(requests.map(({ id }) => id)).size, 4);
    const ofLink = requests.filter(({ event }) => event.data.link.code === code);
    assert.deepEqual(
      ofLink.map(({ event }) => event.data.link.name),
      [null, null, 'one', 'two'],
    );
    assert.equal(ofLink[0]?.id, ofLink[1]?.id);
  });

  it('a webhook that a person disabled gets no events of that time, and those from before', async () => {
    const { code } = await service.create({ uri: 'a' });
    await change({ state: 'disabled' });
    await rename(code, 'meanwhile');
    await change({ state: 'enabled' });
    await rename(code, 'afterwards');
    const requests = await receiver.until(2);
    assert.deepEqual(
      requests.map(({ event }) => event.data.link.name),
      [null, 'afterwards'],
    );
  });

  it('a changed filter applies to events after the change', async () => {
    const { code } = await service.create({ uri: 'a' });
    await change({ types: ['link.deleted'] });
    await rename(code, 'not wanted');
    await change({ types: ['link.updated'] });
    await rename(code, 'wanted');
    const requests = await receiver.until(2);
    assert.deepEqual(
      requests.map(({ event }) => event.data.link.name),
      [null, 'wanted'],
    );
  });

  it('what waits for a retry is sent as soon as the webhook is enabled again, in order', async () => {
    receiver.respond(() => ({ status: 500 }));
    const { code } = await service.create({ uri: 'a' });
    const failed = (attempts: number) =>
      eventually('the failure is logged', async () => {
        const [one] = (await shown('/deliveries')).deliveries;
        return one?.attempts === attempts;
      });
    await failed(1);
    skipped += FIRST_RETRY_MS;
    await failed(2);
    await rename(code, 'later');
    // On a busy machine, deliveries of an event are made later, and would be after the webhook is enabled again.
    await eventually('it waits behind the first one', async () => (await states()).length === 2);
    await change({ state: 'disabled' });
    receiver.respond(() => ({}));
    // The next retry would be in five minutes.
    await change({ state: 'enabled' });
    const requests = await receiver.until(4);
    assert.deepEqual(
      requests.map(({ event }) => event.type),
      ['link.created', 'link.created', 'link.created', 'link.updated'],
    );
  });

  it('an attempt that ends after the webhook is enabled again does not delay its link', async () => {
    receiver.respond(() => ({ status: 500 }));
    await service.create({ uri: 'a' });
    await eventually('the failure is logged', async () => (await triesOfNewest()) === 1);
    let respond = (): void => undefined;
    const after = new Promise<void>((done) => (respond = done));
    receiver.respond(() => ({ status: 500, after }));
    skipped += FIRST_RETRY_MS;
    await receiver.until(2);
    await change({ state: 'disabled' });
    await change({ state: 'enabled' });
    receiver.respond(() => ({}));
    respond();
    await receiver.until(3);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
  });

  it('a webhook that fails for five days is disabled', async () => {
    receiver.respond(() => ({ status: 500 }));
    const { code } = await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('the failure is stored', async () => (await shown()).failing_since !== null);
    skipped += 4 * 86_400_000;
    await receiver.until(2);
    await rename(code, 'again');
    assert.equal((await shown()).state, 'enabled');
    skipped += 86_400_000 + 60_000;
    await eventually('it is disabled', async () => (await shown()).state === 'disabled');
    assert.equal((await shown()).disabled_because, 'failing');
  });

  it('Retry-After delays all deliveries of the webhook, and they say so', async () => {
    receiver.respond(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('the pause is stored', async () => (await shown()).failing_since !== null);
    receiver.respond(() => ({}));
    await service.create({ uri: 'b' });
    await eventually('it has a delivery', async () => (await states()).length === 2);
    assert.ok(Date.parse((await shown()).paused_until) >= now() + 500_000);
    const { deliveries } = await shown('/deliveries');
    for (const { next_attempt_at: next } of deliveries) {
      assert.ok(Date.parse(next) >= now() + 500_000, next);
    }
    skipped += 400_000;
    await new Promise((done) => setTimeout(done, 700));
    assert.equal(receiver.requests.length, 1);
    skipped += 250_000;
    await receiver.until(3);
  });

  it('a redirect is a failure and is not followed', async () => {
    const other = await startReceiver();
    receiver.respond(() => ({ status: 307, headers: { location: other.url } }));
    await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('it is logged', async () => (await shown()).failing_since !== null);
    assert.equal(other.requests.length, 0);
    assert.deepEqual(await states(), ['pending']);
  });

  it('a connection that is refused is logged, and the event is sent when the receiver is back', async () => {
    await receiver.stop();
    await service.create({ uri: 'a' });
    await eventually('it is logged', async () => (await shown()).failing_since !== null);
    const [{ event_id }] = (await shown('/deliveries')).deliveries;
    const { log } = await shown(`/deliveries/${event_id}`);
    assert.deepEqual([log[0].status, log[0].response], [null, null]);
    assert.match(log[0].error, /^the connection failed \(ECONNREFUSED\)$/);
    const back = await startReceiver();
    await change({ url: back.url });
    skipped += FIRST_RETRY_MS;
    const [request] = await back.until(1);
    assert.equal(request?.id, event_id);
  });

  it('a long response is read up to its limit, and the start is logged', async () => {
    receiver.respond(() => ({ status: 200, body: 'y'.repeat(5_000_000) }));
    await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
    const [{ event_id }] = (await shown('/deliveries')).deliveries;
    const { log } = await shown(`/deliveries/${event_id}`);
    assert.equal(log[0].response, 'y'.repeat(1024));
  });

  it('slow responses do not delay others', async () => {
    let isShown = false;
    // On a machine that pauses, the slow attempt can reach its time limit before the others have arrived.
    for (let round = 0; round < 3 && !isShown; round++) {
      const { code } = await service.create({ uri: 'slow' });
      const ofSlow = ({ event }: Received): boolean => event.data.link.code === code;
      await receiver.until(1, ofSlow);
      let release = (): void => undefined;
      const after = new Promise<void>((done) => (release = done));
      receiver.respond((request) => (ofSlow(request) ? { after } : {}));
      await rename(code, 'one');
      const [, slow] = await receiver.until(2, ofSlow);
      const uri = (i: number): string => `x${round}/${i}`;
      await Promise.all(Array.from({ length: 30 }, (_, i) => service.create({ uri: uri(i) })));
      const isOther = ({ event }: Received) => event.data.link.uri.startsWith(`x${round}/`);
      await receiver.until(30, isOther);
      isShown = (await shown(`/deliveries/${slow?.id}`)).log.length === 0;
      release();
    }
    assert.ok(isShown, 'the others arrived during the slow attempt');
  });

  it('replays one event, and all since a time, with the same ids and bytes in their order', async () => {
    const { code } = await service.create({ uri: 'a' });
    await receiver.until(1);
    skipped += 5;
    const since = new Date(now()).toISOString();
    for (const name of ['one', 'two', 'three']) await rename(code, name);
    const [, one, two, three] = await receiver.until(4);
    await eventually('all are delivered', async () => !(await states()).includes('pending'));
    const again = await service.request('POST', path(`/deliveries/${one?.id}/replay`));
    assert.equal(again.status, 200);
    const replayed = (await receiver.until(5))[4];
    assert.deepEqual([replayed?.id, replayed?.body], [one?.id, one?.body]);
    await eventually('it is delivered', async () => !(await states()).includes('pending'));
    const all = await service.request('POST', path('/replay'), { body: { since } });
    assert.deepEqual(all.json, { events: 3 });
    const last = (await receiver.until(8)).slice(5);
    assert.deepEqual(
      last.map(({ id, body }) => [id, body]),
      [one, two, three].map((request) => [request?.id, request?.body]),
    );
    // The times of events are nearly in the order of their numbers.
    skipped += 3_600_000;
    const later = new Date(now()).toISOString();
    const none = await service.request('POST', path('/replay'), { body: { since: later } });
    assert.deepEqual(none.json, { events: 0 });
    await rename(code, 'four');
    const four = (await receiver.until(9)).at(-1);
    await eventually('it is delivered', async () => !(await states()).includes('pending'));
    const lately = await service.request('POST', path('/replay'), { body: { since: later } });
    assert.deepEqual(lately.json, { events: 1 });
    assert.equal((await receiver.until(10)).at(-1)?.id, four?.id);
  });

  it('a replay during the first attempt of a later event of a link sends that event again', async () => {
    // The slow clock may not have moved since the last event of another test.
    skipped += 5;
    const since = new Date(now()).toISOString();
    const { code } = await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
    let respond = (): void => undefined;
    const after = new Promise<void>((done) => (respond = done));
    receiver.respond(({ event }) => (event.data.link.name === 'later' ? { after } : {}));
    await rename(code, 'later');
    await receiver.until(2);
    const { json } = await service.request('POST', path('/replay'), { body: { since } });
    assert.deepEqual(json, { events: 2 });
    await receiver.until(3);
    // The replayed one of the later event is due, and waits for that of the first.
    await eventually('the first is delivered', async () => (await states())[1] === 'delivered');
    respond();
    await receiver.until(4);
    await eventually('all are delivered', async () => !(await states()).includes('pending'));
    const names = receiver.requests.map(({ event }) => event.data.link.name);
    assert.deepEqual(names, [null, 'later', null, 'later']);
  });

  it('the result of an attempt counts although an earlier event of its link was replayed', async () => {
    const { code } = await service.create({ uri: 'a' });
    const [created] = await receiver.until(1);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
    let respond = (): void => undefined;
    const after = new Promise<void>((done) => (respond = done));
    receiver.respond(({ event }) =>
      event.data.link.name === 'later' ? { after } : { status: 500 },
    );
    await rename(code, 'later');
    await receiver.until(2);
    await service.request('POST', path(`/deliveries/${created?.id}/replay`));
    await receiver.until(3);
    // Longer than the time after which what waits for an earlier one is parked.
    await new Promise((done) => setTimeout(done, 600));
    respond();
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
    assert.deepEqual(await states(), ['delivered', 'pending']);
  });

  it('a test event reaches a webhook that selects nothing of the kind', async () => {
    await change({ types: ['link.exhausted'], tags: ['none'] });
    const answer = await service.request('POST', path('/test'));
    assert.deepEqual([answer.status, answer.json.type], [201, 'webhook.test']);
    const [request] = await receiver.until(1);
    assert.ok(request);
    assert.equal(request.event.type, 'webhook.test');
    assert.equal(request.id, answer.json.event_id);
  });

  it('old events are deleted with their deliveries', async () => {
    await service.create({ uri: 'a' });
    await receiver.until(1);
    await eventually('it is delivered', async () => (await states())[0] === 'delivered');
    skipped += 31 * 86_400_000;
    await service.app.clean();
    assert.deepEqual(await states(), []);
  });

  it('a deleted webhook is gone with what was waiting', async () => {
    receiver.respond(() => ({ status: 500 }));
    await service.create({ uri: 'a' });
    await receiver.until(1);
    assert.equal((await service.request('DELETE', path())).status, 204);
    assert.equal((await service.request('GET', path())).status, 404);
    assert.equal((await service.request('GET', path('/deliveries'))).status, 404);
  });
});
