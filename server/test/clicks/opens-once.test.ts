import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { spawnService, startService } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { METRICS_TOKEN, waitingAtMost } from './backlog.ts';
import { allEqual, openClickReader, rawRows, sumsOf } from './click-store.ts';
import { sendVisits, VisitCount } from './send-visits.ts';

const OPENS = 1500;
const VISITS = 3000;
const SENDERS = 8;
const INSTANCES = ENGINE === 'postgres' ? 2 : 1;
const ENVIRONMENT = { OPENS_PER_MINUTE: '0', METRICS_TOKEN };
/** A service stores what waits only for some seconds when it stops. */
const MOST_WAITING = 200;

/** A link, and the token of the app that reports. */
async function shop(DATABASE_URL: string): Promise<{ code: string; token: string }> {
  const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
  const { code } = await maker.create({ uri: 'https://shop.example/x' });
  await maker.stop();
  return { code, token: maker.owner.tokens.android };
}

/** Sends reports until `next` returns undefined. A report can fail while a service is killed. */
async function sendReports(
  code: string,
  token: string,
  next: () => { readonly url: string; readonly id: string } | undefined,
): Promise<void> {
  const send = async (): Promise<void> => {
    for (let one = next(); one; one = next()) {
      try {
        const response = await fetch(`${one.url}/client/v1/opens`, {
          method: 'POST',
          headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ smartlink: code, open_id: one.id }),
        });
        await response.arrayBuffer();
      } catch {
        // The client does not know whether it was counted.
      }
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

async function opensIn(reader: ReturnType<typeof openClickReader>): Promise<number> {
  const [row] = await reader.rows<{ opens: number | string | null }>(
    'select sum(opens) as opens from day_links',
  );
  return Number(row?.opens ?? 0);
}

describe('reports of opened apps', () => {
  it(`are counted exactly once, sent up to three times to ${INSTANCES} instances, after SIGTERM`, async (t) => {
    const DATABASE_URL = await newMigratedStore();
    const { code, token } = await shop(DATABASE_URL);
    const services = await Promise.all(
      Array.from({ length: INSTANCES }, () => spawnService({ DATABASE_URL, ...ENVIRONMENT })),
    );
    const anyUrl = (): string => services[randomInt(INSTANCES)]?.url ?? '';
    const ids = Array.from({ length: OPENS }, () => randomUUID());
    const sent = ids.flatMap((id) => Array.from({ length: 1 + randomInt(3) }, () => id));
    const queue = sent.map((id) => ({ id, order: Math.random() }));
    queue.sort((a, b) => a.order - b.order);
    const count = new VisitCount();
    let left = VISITS;
    await Promise.all([
      sendReports(code, token, () => {
        const next = queue.pop();
        return next && { url: anyUrl(), id: next.id };
      }),
      sendVisits(anyUrl(), () => (left-- > 0 ? { path: `/${code}`, from: '' } : undefined), count),
    ]);
    for (const service of services) {
      await waitingAtMost(service.url, MOST_WAITING);
      assert.equal(await service.stop(), 0);
    }
    const reader = openClickReader({ DATABASE_URL });
    t.diagnostic(`${sent.length} reports of ${OPENS} opened apps, ${count.answered} visits`);
    assert.equal(await opensIn(reader), OPENS);
    assert.deepEqual(await sumsOf(reader), allEqual(OPENS + count.answered));
    assert.equal(await rawRows(reader), count.answered, 'they are no single clicks');
    await reader.close();
  });

  it('are counted exactly once if the service is killed and the client sends them again', async (t) => {
    const DATABASE_URL = await newMigratedStore();
    const { code, token } = await shop(DATABASE_URL);
    const ids = Array.from({ length: OPENS }, () => randomUUID());
    const first = await spawnService({ DATABASE_URL, ...ENVIRONMENT });
    let sent = 0;
    const killed = new Promise<void>((resolve) => {
      const kill = setInterval(() => {
        if (sent < OPENS / 2) return;
        clearInterval(kill);
        void first.stop('SIGKILL').then(() => resolve());
      }, 5);
    });
    await sendReports(code, token, () => {
      const id = ids[sent++];
      return id === undefined ? undefined : { url: first.url, id };
    });
    await killed;
    const before = openClickReader({ DATABASE_URL });
    const stored = await opensIn(before);
    assert.deepEqual(await sumsOf(before), allEqual(stored));
    await before.close();
    const second = await spawnService({ DATABASE_URL, ...ENVIRONMENT });
    let again = 0;
    await sendReports(code, token, () => {
      const id = ids[again++];
      return id === undefined ? undefined : { url: second.url, id };
    });
    await waitingAtMost(second.url, MOST_WAITING);
    assert.equal(await second.stop(), 0);
    const reader = openClickReader({ DATABASE_URL });
    t.diagnostic(`${stored} of ${OPENS} were stored before the kill`);
    assert.equal(await opensIn(reader), OPENS);
    assert.deepEqual(await sumsOf(reader), allEqual(OPENS));
    await reader.close();
  });
});
