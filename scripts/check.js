import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @type {[name: string, tool: string, args: string[]][]} */
const CHECKS = [
  ['types', 'tsc', ['-p', 'dashboard']],
  ['format', 'prettier', ['--check', '--log-level=warn', '.']],
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
      'scripts',
      'benchmarks',
      'examples',
    ],
  ],
  [
    'arrows',
    'depcruise',
    [
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type=err',
      'client/src',
      'dashboard/src',
      'server/src',
    ],
  ],
  ['package', 'publint', ['--strict', 'client']],
];

/** Runs what a machine can see without running the product; those of service and client were checked by the build. */
export function check() {
  let good = true;
  for (const [name, tool, args] of CHECKS) {
    const { status } = spawnSync(join(root, 'node_modules', '.bin', tool), args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) process.stderr.write(`check: ${name} failed\n`);
    good &&= status === 0;
  }
  return good;
}
