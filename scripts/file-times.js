import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * A reporter for Node's test runner. Prints one JSON line per test file: `file` relative to the
 * repository, `milliseconds` from its first test to its last, `passed`, `failed` and `skipped` tests.
 * @param {AsyncIterable<{ type: string, data: any }>} source
 */
// Node's test runner takes the default export of a reporter.
// oxlint-disable-next-line import/no-default-export
export default async function* fileTimes(source) {
  /** @type {Map<string, { milliseconds: number, passed: number, failed: number, skipped: number }>} */
  const files = new Map();
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const file = relative(root, data.file ?? '');
    const entry = files.get(file) ?? { milliseconds: 0, passed: 0, failed: 0, skipped: 0 };
    if (data.nesting === 0) entry.milliseconds += data.details.duration_ms;
    if (data.details.type !== 'suite') {
      if (type === 'test:fail') entry.failed++;
      else if (data.skip !== undefined || data.todo !== undefined) entry.skipped++;
      else entry.passed++;
    }
    files.set(file, entry);
  }
  for (const [file, entry] of files) yield `${JSON.stringify({ file, ...entry })}\n`;
}
