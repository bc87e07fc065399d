import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onLoadCore } from '../process-cost.js';
import { run, scratchFolder } from '../processes.js';
import { wrkScript } from './wrk-script.js';

/** Returns the version of wrk; undefined if it is not installed. */
export function wrkVersion() {
  const { stdout, error } = spawnSync('wrk', ['--version'], { encoding: 'utf8' });
  return error ? undefined : (/wrk (?:debian\/)?([\d.]+)/.exec(stdout)?.[1] ?? '');
}

let scripts = 0;

/** @param {import('./generate.js').Load} load */
export async function throughWrk(load) {
  const script = join(scratchFolder(), `load-${++scripts}.lua`);
  writeFileSync(script, wrkScript(load));
  // The timeout is longer than any response should take: slow responses must be counted, not aborted.
  const options = `--threads 1 --connections ${load.connections} --duration ${load.seconds}s --timeout 20s`;
  const args = [...options.split(' '), '--script', script, `http://127.0.0.1:${load.port}`];
  const output = await (load.pinned ? run(...onLoadCore('wrk', args)) : run('wrk', args));
  const result = /^RESULT (.*)$/m.exec(output)?.[1];
  if (result === undefined) throw new Error(`wrk gave no result:\n${output}`);
  return JSON.parse(result);
}
