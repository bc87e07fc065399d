import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { addEvents } from './many-events.ts';
import {
  FIRST_RETRY_MS,
  makeWebhook,
  slowClock,
  startReceiver,
  startSender,
  type Receiver,
} from './receiver.ts';

const EVENTS = 20_000;
/** Events in a row of the backlog. */
const AT_ONCE = 1000;
/** Sent before the counts are compared. */
const SENT = 20;

/** Many events of one link behind one that fails. */
describe('a queue behind one delivery', () => {
  let service: Service;
  let receiver: Receiver;
  let id: string;
  let code: string;
  let skipped = 0;
  const clock = slowClock();
  const now = (): number => clock() + skipped;
  beforeEach(async () => {
    skipped = 0;
    service = await startSender({}, { now });
    receiver = await startReceiver();
    id = (await makeWebhook(service, { url: receiver.url })).webhook_id;
    code = (await service.create({ uri: 'a' })).code;
    await receiver.until(1);
    await waiting(0);
  });

  const path = (rest: string): string => `/manage/v1/webhooks/${id}/deliveries${rest}`;
  const run = (sql: string, values: readonly (string | number)[] = []) =>
    service.app.ctx.db.transaction((tx) => tx.run(sql, values));
  const rows = async (sql: string): Promise<number> => {
    const [row] = await service.app.ctx.db.all<{ n: number }>(`select count(*) as n from ${sql}`);
    return Number(row?.n);
  };
  const waiting = (count: number) =>
    eventually(`${count} deliveries wait`, async () => {
      return (await rows(`webhook_deliveries where state = 'pending'`)) === count;
    });
  const isQuiet = () =>
    eventually('nothing is due', async () => {
      return (
        (await rows(`webhook_deliveries where state = 'pending' and next_at <= ${now()}`)) === 0
      );
    });
  const rename = (name: string) =>
    service.request('PATCH', `/manage/v1/smartlinks/${code}`, { body: { name } });

  /** Two renames: the event of the first one fails, and the other one waits for it. */
  const failFirstOfTwo = async (): Promise<void> => {
    receiver.respond(() => ({ status: 500 }));
    await rename('first');
    await receiver.until(2);
    await rename('second');
    await waiting(2);
    await isQuiet();
  };

  it('is not read or written again while that one is retried, nor when it is delivered', async () => {
    receiver.respond(() => ({ status: 500 }));
    await rename('first');
    await receiver.until(2);
    // As if the link had been renamed as often.
    await addEvents(service.app.ctx.db, id, { count: EVENTS, inRow: AT_ONCE });
    await waiting(EVENTS + 1);
    await isQuiet();
    const times = async (): Promise<string> => {
      const all = await service.app.ctx.db.all<{ at: number; n: number }>(
        `select next_at as at, count(*) as n from webhook_deliveries where state = 'pending' and tries = 0
         group by next_at`,
      );
      return all.map(({ at, n }) => `${n} at ${at}`).join(', ');
    };
    const before = await times();
    assert.match(before, new RegExp(`^${EVENTS} at \\d+$`));
    skipped += FIRST_RETRY_MS;
    await receiver.until(3);
    await isQuiet();
    assert.equal(await times(), before, 'the others are as before');
    // A row that is written again is due, or has another time.
    receiver.respond(() => (receiver.requests.length < 4 + SENT ? {} : { silent: true }));
    skipped += 400_000;
    await receiver.until(4 + SENT);
    await eventually('one is being sent', async () => {
      return (await rows(`webhook_deliveries where state = 'pending'`)) === EVENTS + 1 - SENT;
    });
    const left = EVENTS - SENT;
    assert.match(
      await times(),
      new RegExp(`(?:^|, )${left} at ${before.split(' ').at(-1)}(?:,|$)`),
    );
    await service.stop();
  });

  it('has the time of that one, and is sent in its order', async () => {
    await failFirstOfTwo();
    const { deliveries } = (await service.request('GET', path(''))).json;
    const [second, first] = deliveries;
    assert.equal(second.next_attempt_at, first.next_attempt_at);
    receiver.respond(() => ({}));
    skipped += FIRST_RETRY_MS;
    await waiting(0);
    const names = receiver.requests.map(({ event }) => event.data.link.name);
    assert.deepEqual(names, [null, 'first', 'first', 'second']);
  });

  it('is not due while one before it that was replayed is retried', async () => {
    receiver.respond(() => ({ status: 500 }));
    await rename('first');
    await receiver.until(2);
    const [created] = receiver.requests;
    await eventually('the failure is logged', async () => (await rows('webhook_attempts')) === 2);
    await service.request('POST', path(`/${created?.id}/replay`));
    await eventually('that fails too', async () => (await rows('webhook_attempts')) === 3);
    // It fails again, and the other one is due.
    skipped += FIRST_RETRY_MS;
    await eventually('it fails again', async () => (await rows('webhook_attempts')) === 4);
    await isQuiet();
    receiver.respond(() => ({}));
    skipped += 400_000;
    await waiting(0);
    const names = receiver.requests.map(({ event }) => event.data.link.name);
    assert.deepEqual(names.slice(-2), [null, 'first']);
  });

  it('is sent if that one is deleted', async () => {
    await failFirstOfTwo();
    const first = `(select min(event_seq) from webhook_deliveries where state = 'pending')`;
    await run(`delete from webhook_deliveries where event_seq = ${first}`);
    receiver.respond(() => ({}));
    await service.app.clean();
    await waiting(0);
    assert.equal(receiver.requests.at(-1)?.event.data.link.name, 'second');
  });
});
