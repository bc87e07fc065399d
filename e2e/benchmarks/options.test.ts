import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '#server/test/harness.ts';

// The options of `npm run bench`, read in a process of their own. Nothing is measured.

function bench(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const read = `import { readOptions } from './benchmarks/options.js';
    readOptions(process.argv.slice(1));`;
  const node = ['--input-type=module', '--eval', read, '--', ...args];
  return spawnSync(process.execPath, node, { cwd: ROOT, encoding: 'utf8' });
}

describe('npm run bench', () => {
  it('lists every option that benchmarks/README.md names', () => {
    const { stdout } = bench('--help');
    const readme = readFileSync(join(ROOT, 'benchmarks', 'README.md'), 'utf8');
    const named = [...readme.matchAll(/(?:npm run bench --|`)(?: ?(?:--[a-z]+)(?: [^`\s-]\S*)?)+/g)]
      .flatMap(([command]) => command.match(/--[a-z]+/g) ?? [])
      .filter((option) => !['--prefix', '--dry'].includes(option));
    assert.ok(named.length > 5);
    for (const option of new Set(named)) assert.ok(stdout.includes(`  ${option} `), option);
  });

  it('lists every part in the help', () => {
    const { stderr, status } = bench('--only', 'nothing');
    assert.equal(status, 2);
    const parts = [...(stderr.split('\n')[0] ?? '').matchAll(/"(\w+)"/g)].map(([, part]) => part);
    assert.ok(parts.length > 3);
    for (const part of parts) assert.match(stderr, new RegExp(`^ {21}${part}\\b`, 'm'));
  });

  for (const [args, error] of [
    [['--only', 'sqlite'], /--only must be "visits"/],
    [['--only', 'visits', '--engines'], /--only must be "sqlite" or "postgres"/],
    [['--engines', '--manage'], /--engines cannot be combined with --manage/],
    [['--peers', '--only', 'visits'], /--peers has no parts/],
    [['--dashboard', '--node', process.execPath], /--node cannot be combined with --dashboard/],
    [['--node', 'no-such-node'], /no-such-node is not a Node.js binary/],
    [['--write', '--short'], /--write requires a whole run/],
    [['--keep', 'folder'], /--keep requires --engines, --manage or --clicks/],
    [['--rounds', '0'], /--rounds takes a whole number from 1/],
    [['--links', '1000'], /--links takes a whole number from 1001/],
  ] as const) {
    it(`refuses ${args.join(' ').replace(process.execPath, '<node>')}`, () => {
      const { status, stdout, stderr } = bench(...args);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.match(stderr, error);
    });
  }
});
