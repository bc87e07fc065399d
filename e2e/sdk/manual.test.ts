import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Setup } from '#server/src/domain/app/setup-schema.ts';
import {
  afterAll,
  ROOT,
  startService,
  temporaryFolder,
  type Service,
} from '#server/test/harness.ts';
import { allExamples, startProject, type Example } from './examples.ts';
import { openLedger, type Ledger } from './ledger.ts';
import type { Printed, Run } from './run-example.ts';

// Compiles and runs every example in the SDK's README and doc comments, and compares its output
// with its comments.

const RUNNER = fileURLToPath(new URL('run-example.js', import.meta.url));
const CODE = 'H7kTq2Rb';
const COUPON = "{ coupon: 'WELCOME' }";
const WITHIN_MS = 60_000;

const examples = allExamples();
const project = startProject(examples);

/** A recipe shows how a platform passes urls to an app, at its start and later. */
function isRecipe({ text }: Example): boolean {
  return /\bstartLinks\b|\blocation\.href\b/.test(text);
}

function platformOf({ text }: Example): Run['platform'] {
  if (/'react-native|'expo-/.test(text)) return 'react-native';
  return /\blocalStorage\b|\blocation\b/.test(text) ? 'web' : 'node';
}

interface Shown {
  readonly line: number;
  readonly value: string;
}

/** The output of `console.log` that comments promise, by the line in the compiled code. */
function shownIn(compiled: string): Shown[] {
  return compiled.split('\n').flatMap((text, line) => {
    const value = /\bconsole\.log\(.*\);? \/\/ (.+)$/.exec(text)?.[1];
    return value === undefined ? [] : [{ line, value }];
  });
}

/** Replaces `console.log` with a function that also reports the line. */
function instrumented(compiled: string): string {
  return compiled
    .split('\n')
    .map((text, line) => text.replaceAll('console.log(', `console.logAt(${line}, `))
    .join('\n');
}

/** Runs a program on its platform; returns what it printed. Throws if it fails. */
async function run(how: Run): Promise<Printed[]> {
  const child = fork(RUNNER, [JSON.stringify(how)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  afterAll(() => child.kill('SIGKILL'));
  const timer = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS);
  const printed: Printed[] = [];
  let output = '';
  child.on('message', (message) => printed.push(message as Printed));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  assert.deepEqual([code, signal, output], [0, null, '']);
  return printed;
}

describe('the examples of the SDK', { concurrency: 2 }, () => {
  let service: Service;
  let ledger: Ledger;
  let errors: string;
  before(async () => {
    const store = join(temporaryFolder(), 'smartlink.db');
    service = await startService({
      DATABASE_URL: `sqlite:${store}`,
      SMARTLINK_BASE: 'https://go.shop.example',
    });
    ledger = openLedger(store);
    const setup = readFileSync(join(ROOT, 'examples/shop.apply.json'), 'utf8');
    await service.apply(JSON.parse(setup) as Setup);
    errors = await project.compile();
  });

  it('were found', () => {
    const from = (start: string) => examples.filter(({ place }) => place.startsWith(start)).length;
    assert.ok(from('client/README.md') >= 5 && from('client/src/') >= 9);
    assert.ok(examples.filter(isRecipe).length >= 4);
  });

  it('have a storage if they redeem once, which holds only while the app runs without it', () => {
    const redeeming = examples.filter(({ text }) => text.includes('once: true'));
    assert.ok(redeeming.length >= 8);
    for (const { place, text } of redeeming) assert.match(text, /\bstorage\b/, place);
  });

  it('compile with the published types', () => assert.equal(errors, ''));

  for (const example of examples) {
    it(`${example.place} does what its comments say`, async () => {
      const { code } = await service.create({
        uri: 'products/5',
        metadata: { coupon: 'WELCOME' },
      });
      const { tokens } = service.owner;
      const compiled = project
        .compiled(example)
        .replaceAll(CODE, code)
        .replace(/sl_(\w+?)_YourToken/g, (_, kind: keyof typeof tokens) => tokens[kind]);
      const recipe = isRecipe(example);
      const platform = platformOf(example);
      // The deep link that the service opens on the platform of the example.
      const path = example.text.includes('sl_android_') ? 'products/5' : 'product/5';
      const deep = `com.shop.app://${path}?smartlink=${code}`;
      const page = `https://shop.example/p/5?smartlink=${code}`;
      const web = /\blocation\b/.test(example.text);
      const smart = `https://go.shop.example/${code}`;
      const printed = await run({
        file: project.write(example, instrumented(compiled)),
        platform,
        service: service.url,
        launchUrl: web ? page : smart,
        laterUrl: web ? page.replace('/p/5', '/p/6') : deep,
      });

      for (const { line, value } of shownIn(compiled)) {
        const actual = printed.filter((one) => one.line === line).map(({ text }) => text);
        assert.deepEqual(new Set(actual), new Set([value]), `printed by line ${line + 1}`);
      }
      if (!recipe) return;
      // Once for the launch url and once for the later url; together they are one redemption.
      assert.deepEqual(
        printed.map(({ text }) => text),
        [COUPON, COUPON],
      );
      assert.equal(ledger.count(code), 1);
    });
  }
});
