import { spawnSync } from 'node:child_process';

/** The Node.js that runs the servers that are measured. The load always runs on that of the benchmark. */
let binary = process.execPath;

export function useNode(path) {
  binary = path;
}

export function nodeBinary() {
  return binary;
}

/** Returns the version of a Node.js binary; undefined if it is none. */
export function nodeVersion(path) {
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return error ? undefined : /^v\d+\.\d+\.\d+/.exec(stdout)?.[0];
}
