import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '#server/test/harness.ts';
import { exists, linksOf, ourFiles, readPage } from './markdown.ts';

// Checks the links between pages, and that pages do not contain internal texts.

const PAGES = ourFiles('.md').map(readPage);

describe('links', () => {
  for (const page of PAGES) {
    it(`in ${page.path} have a target that exists`, () => {
      for (const { target, line } of linksOf(page)) {
        if (/^[a-z]+:/.test(target)) {
          assert.match(target, /^https?:\/\//, `${page.path}:${line}`);
          continue;
        }
        const [file = '', anchor] = target.split('#');
        const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
        assert.ok(exists(path), `${page.path}:${line}: ${target}`);
        if (anchor === undefined) continue;
        const anchors = readPage(path).headings.map((heading) => heading.anchor);
        assert.ok(anchors.includes(anchor), `${page.path}:${line}: ${target}`);
      }
    });
  }

  it('lead from the README to every page of the documentation', () => {
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path) || !path.endsWith('.md') || !exists(path)) return;
      reached.add(path);
      for (const { target } of linksOf(readPage(path))) {
        const file = target.split('#')[0] ?? '';
        if (file !== '' && !/^[a-z]+:/.test(file)) visit(normalize(join(dirname(path), file)));
      }
    };
    visit('README.md');
    const pages = PAGES.map(({ path }) => path).filter((path) => /^docs\/[^d]/.test(path));
    for (const path of pages) assert.ok(reached.has(path), path);
  });
});

describe('named files', () => {
  const FILE = /`((?:server|docs|e2e|scripts|examples|benchmarks|deploy)\/[\w./-]+)`/g;
  for (const page of PAGES.filter(({ path }) => /^[A-Z]+\.md$|^docs\/[^d]/.test(path))) {
    it(`in ${page.path} exist`, () => {
      for (const [line, text] of page.prose) {
        for (const [, file = ''] of text.matchAll(FILE)) {
          assert.ok(exists(file), `${page.path}:${line}: ${file}`);
        }
      }
    });
  }
});

describe('words', () => {
  const FORBIDDEN: readonly RegExp[] = [
    /\b(?:TODO|FIXME|XXX|TBD)\b/,
    // Paths of a developer's machine.
    /(?<![\w.}-])\/(?:work|farm|home|root|Users|tmp)\//,
    /\b(?:localhost:\d+\/(?:npm|simple)|registry\.[\w.]+)/,
  ];
  for (const path of ourFiles('.md', '.apply.json', 'apply.schema.json')) {
    it(`in ${path} are meant for its readers`, () => {
      const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
      for (const [index, line] of lines.entries()) {
        for (const word of FORBIDDEN) assert.doesNotMatch(line, word, `${path}:${index + 1}`);
      }
    });
  }
});
