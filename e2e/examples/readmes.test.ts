import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { join } from 'node:path';
import { ROOT } from '#server/test/harness.ts';
import { freePort } from '#server/test/processes.ts';
import { ourFiles, readPage, type Fence } from '../docs/markdown.ts';
import { runBlocks, type Block } from '../docs/shell.ts';

// Runs every `sh` block of the examples' READMEs against a new service, each README in its own
// folder.

const PAGES = ourFiles('README.md')
  .filter((path) => path.startsWith('examples/'))
  .map(readPage);

const block = (text: string): Block => ({
  fence: { language: 'sh', text, line: 0, before: '' },
  fails: false,
});

/** The copied examples have no installed packages, but a clone has. */
const INSTALLED = block(`ln -s '${join(ROOT, 'node_modules')}' node_modules`);

/** The test runner has already built everything. */
const BUILD = /^npm run build\n/gm;

/** For each page: a command to run after its one block, and what its output must match. */
const RESULTS: Readonly<Record<string, (port: number) => readonly [text: string, RegExp]>> = {
  'examples/coupon-web/README.md': (port) => [
    `curl http://127.0.0.1:${port}/`,
    /<title>Coupon<\/title>/,
  ],
  'examples/node-create/README.md': () => ['wc -l made.csv', /^\s*101 made\.csv$/m],
};

/** Runs the web server of the example in the background and waits until it is ready. */
function inTheBackground(text: string): string {
  return text.replace(
    /^(node examples\/coupon-web\/start\.js .*)$/m,
    '$1 > page.log &\nuntil grep -q ready page.log; do sleep 0.05; done',
  );
}

describe('the pages of the examples', () => {
  it('are all here', () => {
    assert.deepEqual(
      PAGES.map(({ path }) => path),
      Object.keys(RESULTS),
    );
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: object;
    };
    assert.ok('build' in scripts);
  });

  for (const { path, fences } of PAGES) {
    it(`${path} runs`, async () => {
      const port = await freePort();
      const [command = '', wanted = /^/] = RESULTS[path]?.(port) ?? [];
      const text = (fence: Fence): string =>
        inTheBackground(fence.text.replace(BUILD, '').replaceAll('--port 4000', `--port ${port}`));
      const run = fences.filter(({ language }) => language === 'sh');
      assert.equal(run.length, 1);
      const blocks = [INSTALLED, ...run.map((fence) => block(text(fence))), block(command)];
      const { code, outputs, stderr } = await runBlocks(blocks);
      assert.equal(code, 0, stderr);
      assert.match(outputs.at(-1) ?? '', wanted);
    });
  }
});
