import { spawn } from 'node:child_process';

/**
 * Runs a program. Returns its status, which is null if it could not be started, and what it has printed.
 * @param {string} command @param {string[]} args @param {{ cwd: string, shell: boolean }} options
 * @returns {Promise<{ status: number | null, output: string }>}
 */
export function runQuietly(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return new Promise((done) => {
    child.once('error', ({ message }) => done({ status: null, output: `${message}\n` }));
    child.once('close', (status) => done({ status, output }));
  });
}
