import { join } from 'node:path';
import { redemptions } from '../load/traffic.js';
import { measure } from '../measure.js';
import { newPath, stop } from '../processes.js';
import { count, say } from '../progress.js';
import { startService } from '../servers/service.js';
import { readCodes, writeCodes } from '../store/codes.js';
import { copyOf, rowsIn } from '../store/store.js';

const CONNECTIONS = 64;

/** Measures durable redemptions, of random links and of a single link. Each round starts the service. */
export async function measureRedeems(stores, options, results) {
  const [small, large] = await stores.both();
  for (let round = 1; round <= options.rounds; round++) {
    await measureOn(copyOf(small, newPath('redeems')), round, options, results);
    await measureOn(large, round, options, results);
  }
}

async function measureOn(store, round, options, results) {
  const before = rowsIn(store.folder, 'redemptions');
  const service = await startService(store.folder);
  const [code] = [readCodes(store.codes).at(0)];
  const one = writeCodes(join(store.folder, 'one-code'), [code]);
  let answered = 0;
  for (const [what, codes] of [
    ['redeem', store.codes],
    ['redeem one link', one],
  ]) {
    const load = () => ({
      connections: CONNECTIONS,
      pinned: false,
      status: 200,
      traffic: redemptions(store, codes),
    });
    const warmUp = await measure(service, { ...load(), seconds: options.warmUpSeconds });
    say(`round ${round}: ${what}, service, ${count(store.links)} links`);
    const sample = await measure(service, { ...load(), seconds: options.seconds });
    results.add(what, 'service', store.links, sample);
    answered += warmUp.requests + sample.requests;
  }
  await stop(service.child);

  // The database can also contain requests whose responses arrived after the end of the run.
  const entered = rowsIn(store.folder, 'redemptions') - before;
  if (entered >= answered && entered <= answered + 4 * CONNECTIONS) return;
  throw new Error(`${answered} redemptions were answered, but the ledger has ${entered} more`);
}
