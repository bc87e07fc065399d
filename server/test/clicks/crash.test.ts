import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { proof, spawnService, startService } from '../harness.ts';
import { loadFactor } from '../processes.ts';
import { newMigratedStore } from '../store.ts';
import { allEqual, openClickReader, rawRows, sumsOf } from './click-store.ts';
import { sendVisits, VisitCount } from './send-visits.ts';

const KILLS = proof ? 20 : 1;
/** Between the visits of a connection: the short variant leaves time to the tests beside it. */
const PAUSE_MS = proof ? 0 : 50;
/** The flush interval, and what stores need besides, also while a machine pauses; longer under load. */
const lastMsNow = (): number => Math.max(8000, 3000 * loadFactor());

describe('after SIGKILL', () => {
  it(`at most the last clicks are missing and none is counted twice, ${KILLS} times`, async (t) => {
    const DATABASE_URL = await newMigratedStore();
    const maker = await startService({ DATABASE_URL, CLICKS: 'off' });
    const { code } = await maker.create({ uri: 'https://shop.example/x' });
    await maker.stop();
    let [least, most] = [0, 0];
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await spawnService({ DATABASE_URL });
      let lastMs = lastMsNow();
      const count = new VisitCount();
      const answered: [at: number, count: number][] = [];
      const sample = setInterval(() => answered.push([Date.now(), count.answered]), 50);
      const visits = Array.from({ length: 4 }, () =>
        sendVisits(service.url, () => ({ path: `/${code}`, from: '' }), count, PAUSE_MS),
      );
      await new Promise((done) => setTimeout(done, lastMs + 1000 + Math.random() * 1000));
      const killedAt = Date.now();
      await service.stop('SIGKILL');
      await Promise.all(visits);
      // The load is an average of the time before.
      lastMs = Math.max(lastMs, lastMsNow());
      clearInterval(sample);
      least += answered.findLast(([at]) => at < killedAt - lastMs)?.[1] ?? 0;
      most += count.sent;
      const reader = openClickReader({ DATABASE_URL });
      const { link_totals: stored } = await sumsOf(reader);
      assert.deepEqual(await sumsOf(reader), allEqual(stored));
      assert.equal(await rawRows(reader), stored);
      await reader.close();
      t.diagnostic(`${stored} stored of ${most} sent; ${most - stored} were not stored`);
      assert.ok(stored >= least, `${stored} stored, ${least} were answered long before the kill`);
      assert.ok(stored <= most, `${stored} stored, only ${most} were sent`);
    }
  });
});
