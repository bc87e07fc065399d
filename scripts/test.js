import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepared } from './prepare.js';

// `npm test`: set up, check, run every test. `npm run proof`: the long versions of those that have
// one. Arguments narrow the run: `npm test -- crash` runs the files whose path has "crash" in it.
const root = fileURLToPath(new URL('..', import.meta.url));
const proof = process.argv.includes('--proof');
const unit = process.argv.includes('--unit');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const LONG = /\/(crash|fuzz|concurrency)\.test\.ts$/;

const NODE_OPTIONS = [
  '--enable-source-maps',
  '--test',
  '--test-concurrency=2',
  '--test-reporter=spec',
  `--test-timeout=${proof ? 3_600_000 : 300_000}`,
];

await prepared({ tests: true });
if (!proof && !unit && words.length === 0) {
  const { check } = await import('./check.js');
  if (!check()) process.exit(1);
}
const folders = unit ? ['server/src'] : ['server/src', 'server/test'];
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => !proof || LONG.test(file))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .map((file) =>
    join(root, 'server/dist', relative(join(root, 'server'), file)).replace(/\.ts$/, '.js'),
  )
  .toSorted();
if (files.length === 0) {
  process.stderr.write(`No test file has ${words.join(' or ')} in its path.\n`);
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [...NODE_OPTIONS, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...(proof ? { SMARTLINK_PROOF: '1' } : {}) },
});
process.exit(status ?? 1);
