import assert from 'node:assert/strict';
import { ourFiles, readPage, type Fence, type Page } from './markdown.ts';
import { runBlocks, type Block } from './shell.ts';

/** The pages whose `sh` blocks are run. The output must match the output that the page shows. */
export const PAGES: readonly Page[] = ourFiles('.md')
  .filter((path) => /^(?:README|CONTRIBUTING)\.md$|^docs\//.test(path))
  .map(readPage);

/** Its examples need PostgreSQL, so they run only when the tests use PostgreSQL. */
export const ON_POSTGRES = 'docs/operate/postgres.md';

interface Elsewhere {
  readonly command: RegExp;
  /** The test that runs the command: its file and its name. */
  readonly test: readonly [file: string, name: string];
}

/** Commands that cannot run here, and the test that runs each of them. */
export const RUN_ELSEWHERE: readonly Elsewhere[] = [
  {
    command: /^npm start$/,
    test: ['e2e/newcomer.test.ts', 'a fresh copy: npm start'],
  },
  {
    command: /^npm (?:test(?: -- \w+)?|run (?:build|check|proof|bench|format))$/,
    test: ['e2e/docs/examples.test.ts', 'named npm scripts exist'],
  },
  {
    command: /^node server\/bin\/smartlink\.js serve$/,
    test: ['server/test/commands.test.ts', 'is what `npx smartlink` runs in a clone'],
  },
  {
    command: /^npx smartlink copy --from sqlite:\S+ --to postgres:\S+$/,
    test: [
      'server/test/postgres/copy.test.ts',
      'copies every row unchanged, to PostgreSQL and back',
    ],
  },
];

export const SHOWN = /^# shown, not run: \S/;

export function commandsOf(fence: Fence): string[] {
  return fence.text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/**
 * Returns whether a block is not run, because it says so or because other tests run all its
 * commands.
 */
export function isShown(fence: Fence): boolean {
  const elsewhere = (line: string): boolean =>
    RUN_ELSEWHERE.some(({ command }) => command.test(line));
  return SHOWN.test(fence.text) || commandsOf(fence).every(elsewhere);
}

/** The blocks of a page to run, in order. */
export function blocksToRun(page: Page): Fence[] {
  return page.fences.filter((fence) => fence.language === 'sh' && !isShown(fence));
}

/** Runs the blocks of a page against a new service and compares their output. */
export async function runPage(page: Page): Promise<void> {
  const run = blocksToRun(page);
  const toRun = run.map((fence): Block => {
    const answer = answerOf(page, fence);
    return { fence, fails: /"status": [45]\d\d/.test(answer?.text ?? '') };
  });
  const { code, outputs, stderr } = await runBlocks(toRun);
  const failed = run[outputs.length];
  assert.equal(failed?.line, undefined, `${page.path}:${failed?.line} failed: ${stderr}`);
  assert.equal(code, 0, stderr);
  for (const [index, fence] of run.entries()) {
    const answer = answerOf(page, fence);
    if (!answer) continue;
    const real = outputs[index] ?? '';
    try {
      if (answer.language === 'text') assertSameText(answer.text, real);
      else assertSameShape(JSON.parse(answer.text), jsonIn(real));
    } catch (error) {
      throw new Error(`${page.path}:${answer.line} does not match: ${real}`, {
        cause: error,
      });
    }
  }
}

/**
 * The response or output shown after a block: a `json` or `text` fence with an introduction such as
 * `Response:`.
 */
function answerOf(page: Page, block: Fence): Fence | undefined {
  const next = page.fences[page.fences.indexOf(block) + 1];
  const announced = /\b(?:[Rr]esponse|[Oo]utput|answers)\b/;
  const answers = next && /^(?:json|text)$/.test(next.language) && announced.test(next.before);
  return answers ? next : undefined;
}

function jsonIn(text: string): unknown {
  const start = text.search(/^[{[]/m);
  assert.notEqual(start, -1, `no JSON in: ${text}`);
  return JSON.parse(text.slice(start));
}

/**
 * Asserts equal keys and types of values at all levels. In arrays it compares only the first
 * elements.
 */
function assertSameShape(shown: unknown, real: unknown, at = ''): void {
  const kind = (value: unknown): string =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  assert.equal(kind(real), kind(shown), `kind of value at ${at || 'the top'}`);
  if (Array.isArray(shown) && Array.isArray(real)) {
    assert.equal(real.length > 0, shown.length > 0, `is ${at} empty?`);
    if (shown.length > 0) assertSameShape(shown[0], real[0], `${at}/0`);
  } else if (kind(shown) === 'object') {
    const [a, b] = [shown, real] as [Record<string, unknown>, Record<string, unknown>];
    assert.deepEqual(Object.keys(b).toSorted(), Object.keys(a).toSorted(), `keys at ${at}`);
    for (const key of Object.keys(a)) assertSameShape(a[key], b[key], `${at}/${key}`);
  }
}

/** Replaces what differs between runs, such as tokens and times. */
function normalized(line: string): string {
  return line
    .replace(/sl_([a-z]+)_\w+…?/g, 'sl_$1_…')
    .replace(/\b(app|tok|mem|inv|ses|wh)_[\w-]{16}/g, '$1_…')
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, 'TIME')
    .replace(/^\w{8}(?= +TIME)/, 'CODE')
    .replace(/(:8080\/)\w{8}$/, '$1CODE')
    .replace(/(smartlink=)\w{8}/, '$1CODE')
    .replace(/^[2-9BCDFGHJKMNPQRSTVWXZbcdfghjkmnpqrstvwxz]{8} (is|for) /, 'CODE $1 ')
    .replace(/\d+ bytes/, 'N bytes')
    .replace(/ +/g, ' ')
    .trim();
}

/** Compares line by line. A line `…` matches any number of lines. */
function assertSameText(shown: string, real: string): void {
  const lines = (text: string): string[] => text.trim().split('\n').map(normalized);
  const expected = lines(shown);
  const actual = lines(real);
  const gap = expected.indexOf('…');
  if (gap === -1) return assert.deepEqual(actual, expected);
  const tail = expected.slice(gap + 1);
  assert.deepEqual(actual.slice(0, gap), expected.slice(0, gap));
  assert.deepEqual(tail.length === 0 ? [] : actual.slice(-tail.length), tail);
}
