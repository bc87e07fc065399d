import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from './run-quietly.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Slow checks first. @type {[name: string, tool: string, args: string[]][]} */
const CHECKS = [
  // The cache identifies files by their content, and Prettier by its version and options.
  [
    'format',
    'prettier',
    ['--check', '--log-level=warn', '--cache', '--cache-strategy=content', '.'],
  ],
  ['types of the dashboard', 'tsc', ['-p', 'dashboard']],
  ['types of e2e', 'tsc', ['-p', 'e2e']],
  [
    'import directions',
    'depcruise',
    [
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type=err',
      'client/src',
      'dashboard/src',
      'server/src',
      'scripts',
    ],
  ],
  [
    'lint',
    'oxlint',
    [
      '--type-aware',
      '--deny-warnings',
      '--quiet',
      'client',
      'dashboard',
      'server',
      'e2e',
      'scripts',
      'benchmarks',
      'examples',
    ],
  ],
  ['package of the client', 'publint', ['--strict', 'client']],
  ['package of the dashboard', 'publint', ['--strict', 'dashboard']],
  ['package of the service', 'publint', ['--strict', 'server']],
];

/**
 * Runs the checks that need no running product. The build has already checked the types of service and
 * client. Returns the failed checks with their output.
 * @param {number} atATime the number of tools that run at the same time; each uses about one core
 * @returns {Promise<{ name: string, output: string }[]>}
 */
export async function check(atATime) {
  const waiting = CHECKS.values();
  const failures = await Promise.all(Array.from({ length: atATime }, () => work(waiting)));
  return failures.flat();
}

/** Prints what failed. Returns whether nothing did. */
export function reportChecks(failures) {
  for (const { name, output } of failures) process.stderr.write(`${output}check: ${name} failed\n`);
  return failures.length === 0;
}

async function work(waiting) {
  const failures = [];
  for (const [name, tool, args] of waiting) {
    const program = join(root, 'node_modules', '.bin', tool);
    const options = { cwd: root, shell: process.platform === 'win32' };
    const { status, output } = await runQuietly(program, args, options);
    if (status !== 0) failures.push({ name, output });
  }
  return failures;
}
