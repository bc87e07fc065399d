import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { proof, startService } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { assertNotBlocking, measuredService } from '../worst-case/measured-service.ts';
import { slowness } from '../worst-case/slowness.ts';

const LINKS = proof ? 100_000 : 3000;
/** How much longer than before 99 of 100 visits may take. */
const MAX_SLOWER_MS = 25;
const VISIT_PAUSE_MS = 2;
const BASELINE_MS = proof ? 5000 : 1000;

describe('a change of many links', () => {
  it(`of ${LINKS} by a filter does not disturb visits`, async (t) => {
    const DATABASE_URL = await newMigratedStore();
    const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
    const { app, tokens } = maker.owner;
    await fill(maker.app.ctx.db, app.id);
    const { code } = await maker.create({ uri: 'https://shop.example/visited' });
    await maker.stop();
    const service = await measuredService({ DATABASE_URL });
    const visits = visitsOf(`${service.url}/${code}`);
    await visits.for(BASELINE_MS / 2);
    const usual = percentile99(await visits.for(BASELINE_MS));
    await service.settled();

    const change = async (cursor: string | undefined) => {
      const answer = await fetch(`${service.url}/manage/v1/smartlinks/changes`, {
        method: 'POST',
        headers: {
          authorization: `Token ${tokens.server}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          filter: { tag: 'many' },
          ...(cursor === undefined ? {} : { cursor }),
          change: { add_tags: ['changed'], state: 'disabled' },
        }),
      });
      assert.equal(answer.status, 200);
      return (await answer.json()) as { changed: number; failed: []; next_cursor?: string };
    };
    const begin = performance.now();
    let [changed, requests] = [0, 0];
    const measured = visits.whileRunning(async () => {
      for (let cursor: string | undefined, first = true; first || cursor !== undefined;) {
        const page = await change(cursor);
        assert.deepEqual(page.failed, []);
        changed += page.changed;
        cursor = page.next_cursor;
        requests++;
        first = false;
      }
    });
    const busy = percentile99(await measured);
    const seconds = (performance.now() - begin) / 1000;
    const { longestMs } = await service.turns();
    t.diagnostic(
      `${LINKS} links in ${seconds.toFixed(1)} s and ${requests} requests; 99 of 100 visits in ` +
        `${busy.toFixed(1)} ms (before: ${usual.toFixed(1)} ms); ${longestMs.toFixed(1)} ms without a turn at the most`,
    );
    assert.equal(changed, LINKS);
    assertNotBlocking(longestMs);
    assert.ok(busy <= usual + MAX_SLOWER_MS * slowness(), `${busy} ms instead of ${usual} ms`);
    assert.equal(await service.stop(), 0);
  });
});

/** Inserts links with a tag. */
async function fill(
  db: Awaited<ReturnType<typeof startService>>['app']['ctx']['db'],
  appId: string,
): Promise<void> {
  const numbers =
    ENGINE === 'sqlite'
      ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${LINKS}) select n from s) as s`
      : `generate_series(1, ${LINKS}) as s (n)`;
  await db.transaction(async (tx) => {
    await tx.run(
      `insert into links (code, app_id, uri, routes, tags, created_at)
       select 'many' || (1000000 + n), ?, 'products/' || n, '{"web":{"link":"https://shop.example/","fallback":""}}', '["many"]', 1
       from ${numbers}`,
      [appId],
    );
    await tx.run(
      `insert into link_tags (app_id, tag, link_id) select app_id, 'many', id from links where app_id = ?`,
      [appId],
    );
  });
}

/** Visits an address all the time, and measures how long each visit takes, in milliseconds. */
function visitsOf(url: string) {
  const whileRunning = async (work: () => Promise<void>): Promise<number[]> => {
    const times: number[] = [];
    const going = { on: true };
    const visiting = (async () => {
      while (going.on) {
        const begin = performance.now();
        const answer = await fetch(url, { redirect: 'manual' });
        await answer.text();
        times.push(performance.now() - begin);
        assert.equal(answer.status, 302);
        await sleep(VISIT_PAUSE_MS);
      }
    })();
    try {
      await work();
    } finally {
      going.on = false;
      await visiting;
    }
    return times;
  };
  return {
    whileRunning,
    for: (milliseconds: number) => whileRunning(() => sleep(milliseconds)),
  };
}

function percentile99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity;
}
