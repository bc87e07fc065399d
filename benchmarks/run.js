import { benchClicks } from './clicks/bench.js';
import { benchDashboard } from './dashboard/bench.js';
import { benchEngines } from './engines/bench.js';
import { assertAutocannon } from './load/generate.js';
import { machine } from './machine.js';
import { benchManage } from './manage/bench.js';
import { readOptions } from './options.js';
import { benchPeers } from './peers/bench.js';
import { PHASES } from './phases.js';
import { say } from './progress.js';
import { writeIntoReadme } from './report/readme.js';
import { report } from './report/report.js';
import { Results } from './results.js';
import { nodeVersion, useNode } from './servers/node.js';
import { Stores } from './store/stores.js';

/** Ends the run even if it hangs; for each Node.js. */
const MOST_MINUTES = 90;
/** To store a hundred million clicks takes more than an hour on each engine. */
const MOST_MINUTES_OF_CLICKS = 600;

const options = readOptions(process.argv.slice(2));
if (options.autocannon) assertAutocannon();
const mostMinutes =
  options.part === 'clicks' ? MOST_MINUTES_OF_CLICKS : MOST_MINUTES * options.nodes.length;
setTimeout(() => {
  say(`the benchmark stops after ${mostMinutes} minutes`);
  process.exit(1);
}, mostMinutes * 60_000).unref();

/** The functions that write the tables. */
const PARTS = {
  clicks: benchClicks,
  dashboard: benchDashboard,
  engines: benchEngines,
  manage: benchManage,
  peers: benchPeers,
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
  const properties = machine();
  const stores = new Stores(options.sizes);
  const runs = [];
  for (const path of options.nodes) {
    useNode(path);
    const node = nodeVersion(path);
    if (options.nodes.length > 1) say(`Node ${node}`);
    const results = new Results();
    for (const phase of options.phases) await PHASES[phase].measure(stores, options, results);
    runs.push({ node, results });
  }
  return report({ ...properties, Node: runs.map(({ node }) => node).join(', ') }, options, runs);
}
