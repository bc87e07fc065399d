import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepared } from './prepare.js';

// `npm test`: set up, check, run every test. `npm run proof`: the long versions of those that have
// one. Arguments narrow the run: `npm test -- crash` runs the files whose path has "crash" in it.
const root = fileURLToPath(new URL('..', import.meta.url));
const proof = process.argv.includes('--proof');
const unit = process.argv.includes('--unit');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const LONG = /[-/](crash|fuzz|concurrency|faults)\.test\.ts$/;

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
/** Where tests stand, and where they are compiled to. */
const FOLDERS = [
  ['client/src', 'client/build/src'],
  ['server/src', 'server/dist/src'],
  ...(unit ? [] : [['server/test', 'server/dist/test']]),
];
const files = FOLDERS.flatMap(([folder, compiled]) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => ({
      source: `${folder}/${name}`,
      compiled: join(root, compiled, name.replace(/\.ts$/, '.js')),
    })),
)
  .filter(({ source }) => !proof || LONG.test(source))
  .filter(({ source }) => words.length === 0 || words.some((word) => source.includes(word)))
  .map(({ compiled: file }) => file)
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
