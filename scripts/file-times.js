/**
 * A reporter for Node's test runner, for files that `runGroup` runs. Prints one JSON line per test file:
 * `file` relative to the repository, `milliseconds`, the number of `passed` and `skipped` tests, and the
 * `failed` tests with the beginning of their errors.
 * @param {AsyncIterable<{ type: string, data: any }>} source
 */
// Node's test runner takes the default export of a reporter.
// oxlint-disable-next-line import/no-default-export
export default async function* fileTimes(source) {
  const counts = { passed: 0, failed: [], skipped: 0 };
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name: file, nesting, details, skip, todo } = data;
    // A file that cannot be imported also counts as failed.
    const isTest = details.type !== 'suite' || (nesting === 0 && isOwnFailure(details));
    if (isTest && type === 'test:fail') counts.failed.push(`${file}\n${errorText(details.error)}`);
    else if (isTest && (skip !== undefined || todo !== undefined)) counts.skipped++;
    else if (isTest) counts.passed++;
    if (nesting > 0) continue;
    // Test events of a file precede the event of its suite, and files run one after the other.
    yield `${JSON.stringify({ file, milliseconds: details.duration_ms, ...counts })}\n`;
    Object.assign(counts, { passed: 0, failed: [], skipped: 0 });
  }
}

const ERROR_LINES = 25;

/** The error that the test threw; the runner wraps it. */
function errorText(error) {
  const { cause = error } = error ?? {};
  return String(cause?.stack ?? cause)
    .split('\n')
    .slice(0, ERROR_LINES)
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}

/** Whether a suite failed for another reason than its tests. */
function isOwnFailure({ error }) {
  return error !== undefined && error.failureType !== 'subtestsFailed';
}
