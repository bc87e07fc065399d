import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '#server/test/harness.ts';
import { allExamples } from '../sdk/examples.ts';
import { exists } from './markdown.ts';
import {
  blocksToRun,
  commandsOf,
  isShown,
  ON_POSTGRES,
  PAGES,
  RUN_ELSEWHERE,
  runPage,
  SHOWN,
} from './page-examples.ts';

/** Two pages run at a time, so the longest ones start first. */
const LONGEST_FIRST = PAGES.filter(({ path }) => path !== ON_POSTGRES)
  .map((page) => ({ page, lines: blocksToRun(page).flatMap(commandsOf).length }))
  .filter(({ lines }) => lines > 0)
  .toSorted((a, b) => b.lines - a.lines);

describe('examples', { concurrency: 2 }, () => {
  for (const { page } of LONGEST_FIRST) it(`${page.path} runs`, () => runPage(page));
});

describe('the documentation', () => {
  it('has no commands that no test runs', () => {
    for (const page of PAGES) {
      for (const fence of page.fences.filter(({ language }) => language === 'sh')) {
        if (!isShown(fence) || SHOWN.test(fence.text)) continue;
        for (const line of commandsOf(fence)) {
          const entry = RUN_ELSEWHERE.find(({ command }) => command.test(line));
          assert.ok(entry, `${page.path}:${fence.line}: no test in RUN_ELSEWHERE runs "${line}"`);
          const [file, name] = entry.test;
          assert.ok(readFileSync(join(ROOT, file), 'utf8').includes(name), `${file}: ${name}`);
        }
      }
    }
  });

  it('has only code blocks that are checked or only shown', () => {
    // `ts` blocks are compiled and run with the examples of the SDK.
    const run = allExamples().map(({ place }) => place);
    for (const page of PAGES) {
      for (const { language, line } of page.fences) {
        const place = `${page.path}:${line}`;
        assert.match(language, /^(?:sh|json|text|nginx|html|ts|)$/, place);
        if (language === 'ts') assert.ok(run.includes(place), `${place} is not run`);
      }
    }
  });

  it('has valid JSON', () => {
    for (const page of PAGES) {
      for (const { language, text, line } of page.fences) {
        if (language === 'json')
          assert.doesNotThrow(() => JSON.parse(text) as unknown, `${page.path}:${line}`);
      }
    }
  });

  it('named npm scripts exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const page of PAGES) {
      const text = page.lines.join('\n');
      for (const [, name = ''] of text.matchAll(/\bnpm run ([a-z]+)/g)) {
        assert.ok(name in scripts, `${page.path}: npm run ${name}`);
      }
    }
    for (const command of Object.values(scripts)) {
      const script = /^node (scripts\/\w+\.js)/.exec(command)?.[1];
      if (script) assert.ok(exists(script), script);
    }
  });
});
