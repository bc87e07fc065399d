import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { scratchFolder } from '../processes.js';
import { machine } from '../machine.js';
import { generatorName } from '../load/generate.js';
import { Results } from '../results.js';
import { ENGINES } from './engine.js';
import { engineGoals } from './goals.js';
import { howHeld } from './hold.js';
import { measureEngine, measureMemory } from './measure.js';
import { engineReport } from './report.js';
import { copied, findOrMake } from './stores.js';

/**
 * Measures the service on each engine, with one and with two workers, with few and with very many links.
 * Returns the result as Markdown.
 * @param {import('../options.js').Options} options
 */
export async function benchEngines(options) {
  const folder = options.keep === undefined ? scratchFolder() : resolve(options.keep);
  mkdirSync(folder, { recursive: true });
  const results = new Results();
  const settings = {};
  /** @type {Map<string, { redirect: number, retrieve: number }>} */
  const memory = new Map();
  for (const name of options.engines) {
    const engine = ENGINES[name];
    const stores = [];
    for (const links of options.sizes) stores.push(await findOrMake(engine, folder, links));
    for (let round = 1; round <= options.rounds; round++) {
      for (const workers of options.workers) {
        const copies = [];
        for (const store of stores) copies.push(await copied(store));
        if (!memory.has(engine.name)) {
          memory.set(engine.name, await measureMemory(engine, copies.at(-1)));
        }
        settings[engine.name] = await measureEngine(engine, copies, workers, options, results);
      }
    }
  }
  const { CPU, memory: installed, system, Node, disk, revision } = machine();
  const properties = {
    CPU,
    memory: installed,
    system,
    Node,
    load: `${generatorName()}, nothing pinned`,
    disk,
    'files of the databases': howHeld,
    ...Object.fromEntries(Object.entries(settings).filter(([, text]) => text !== '')),
    revision,
  };
  return engineReport(properties, options, results, memory, engineGoals(results, options));
}
