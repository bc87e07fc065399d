import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type, version } from 'node:os';
import { fileSystem, syncTimes } from './disk.js';
import { generatorName } from './load/generate.js';
import { cores } from './process-cost.js';
import { scratchFolder } from './processes.js';
import { nginxVersion } from './servers/nginx.js';

/** Describes the machine, as text for each property. */
export function machine() {
  const processors = cpus();
  const folder = scratchFolder();
  const disk = fileSystem(folder);
  const sync = syncTimes(folder);
  return {
    CPU: `${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${distribution()}, ${type()} ${release()}`,
    Node: process.version,
    nginx: nginxVersion() ?? 'not installed, not measured',
    load: `${generatorName()}, ${
      cores ? `servers on core ${cores.server}, load on core ${cores.load}` : 'nothing pinned'
    } for redirects and retrieves`,
    disk: `${disk ?? 'unknown file system'}; a write of 4 KB is durable after ${sync.p50.toFixed(2)} ms (p50), ${sync.p99.toFixed(2)} ms (p99)`,
    service: process.env.CACHE_MEGABYTES
      ? `default settings, except CACHE_MEGABYTES=${process.env.CACHE_MEGABYTES}`
      : 'default settings',
    revision: revision(),
  };
}

function distribution() {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  } catch {
    return version();
  }
}

function revision() {
  const git = (...args) =>
    spawnSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).stdout?.trim();
  const commit = git('rev-parse', '--short', 'HEAD');
  if (!commit) return 'unknown';
  return git('status', '--porcelain', '--', '../server') ? `${commit} with changes` : commit;
}
