import { fileURLToPath } from 'node:url';
import { run } from '../processes.js';
import { onLoadCore } from '../process-cost.js';

const PROGRAM = fileURLToPath(new URL('./autocannon-process.js', import.meta.url));

/** @param {import('./generate.js').Load} load */
export async function throughAutocannon(load) {
  const args = [PROGRAM, JSON.stringify(load)];
  const { execPath } = process;
  const output = await (load.pinned ? run(...onLoadCore(execPath, args)) : run(execPath, args));
  return JSON.parse(output);
}
