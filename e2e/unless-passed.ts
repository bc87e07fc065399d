import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';
import ts from 'typescript';
import { ROOT } from '#server/test/harness.ts';

const PASSED = join(ROOT, 'node_modules', '.cache', 'smartlink-passed');

/**
 * Runs a slow check of what seldom changes, unless it passed the last time with the same input; in CI it always runs.
 * `name`: of the check; `test`: the address of its file; `input`: everything else on which the result depends, besides the
 * versions of Node.js and TypeScript.
 */
export async function unlessPassed(
  t: TestContext,
  { name, test, input }: { name: string; test: string; input: unknown },
  check: () => unknown,
): Promise<void> {
  const file = join(PASSED, name);
  const versions = [process.version, ts.version];
  const all = [versions, readFileSync(fileURLToPath(test), 'utf8'), input];
  const digest = createHash('sha256').update(JSON.stringify(all)).digest('hex');
  const isKnown = existsSync(file) && readFileSync(file, 'utf8') === digest;
  if (isKnown && process.env.CI !== 'true') {
    return t.diagnostic(`it passed before with the same input (${file})`);
  }
  await check();
  mkdirSync(PASSED, { recursive: true });
  writeFileSync(file, digest);
}
