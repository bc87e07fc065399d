import { join } from 'node:path';
import { benchDashboard } from './dashboard/bench.js';
import { benchEngines } from './engines/bench.js';
import { goals } from './goals.js';
import { insistOnAutocannon } from './load/generate.js';
import { machine } from './machine.js';
import { benchManage } from './manage/bench.js';
import { readOptions } from './options.js';
import { measureCreates } from './phases/creates.js';
import { measureReads } from './phases/reads.js';
import { measureRedeems } from './phases/redeems.js';
import { scratchFolder } from './processes.js';
import { say } from './progress.js';
import { writeIntoReadme } from './report/readme.js';
import { report } from './report/report.js';
import { Results } from './results.js';
import { seed } from './store/seed.js';

/** Ends the run even if it hangs. */
const MOST_MINUTES = 90;

const options = readOptions(process.argv.slice(2));
if (options.autocannon) insistOnAutocannon();
setTimeout(() => {
  say(`the benchmark stops after ${MOST_MINUTES} minutes`);
  process.exit(1);
}, MOST_MINUTES * 60_000).unref();

/** The functions that write the tables. */
const PARTS = {
  dashboard: benchDashboard,
  engines: benchEngines,
  manage: benchManage,
  result: benchService,
};
try {
  const text = await PARTS[options.part](options);
  process.stdout.write(text);
  if (options.write) {
    await writeIntoReadme(text, options.part);
    say('written into benchmarks/README.md');
  }
} catch (error) {
  say(`the benchmark failed: ${error.stack}`);
  process.exit(1);
}

/** Compares the service with other servers, on SQLite. */
async function benchService() {
  const results = new Results();
  const properties = machine();
  const stores = [];
  for (const links of options.sizes) {
    stores.push(await seed(join(scratchFolder(), `links-${links}`), links));
  }
  if (options.reads) await measureReads(stores, options, results);
  if (options.creates) await measureCreates(stores, options, results);
  if (options.redeems) await measureRedeems(stores, options, results);
  return report(properties, options, results, goals(results, options.sizes));
}
