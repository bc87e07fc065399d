import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { program } from '../src/commands/program.ts';
import { openWriter } from '../src/storage/sqlite/driver.ts';
import { PROGRAM, ROOT, smartlink, smartlinkProcess, temporaryFolder } from './harness.ts';

// What all commands have in common. commands/*.test.ts tests each command.

const { stdout, stderr } = process;
const root = program({
  stdout,
  stderr,
  environment: {},
  programName: 'smartlink',
  input: () => process.stdin,
});

function pathOf(command: Command): string[] {
  return command.parent ? [...pathOf(command.parent), command.name()] : [];
}

function below(command: Command): Command[] {
  return [command, ...command.commands.flatMap(below)];
}

const ALL = below(root);
const STORE_COMMANDS = ALL.filter((command) =>
  command.options.some((option) => option.long === '--json'),
).map((command) => pathOf(command).join(' '));

/** A database that cannot be used, because a folder cannot be opened as a file. */
const NO_STORE = `sqlite:${mkdtempSync(join(temporaryFolder(), 'folder-'))}`;

/** Arguments that are valid for each command. */
/** Commands that need no database. */
const FILE_COMMANDS = ['schema check'];

const ARGUMENTS: Record<string, readonly string[]> = {
  apply: [join(ROOT, 'examples/shop.apply.json')],
  'app create': ['--name', 'shop'],
  'app list': [],
  'app show': ['shop'],
  'app allow-default-host': ['shop'],
  'host list': [],
  'host approve': ['go.shop.example', '--app', 'shop'],
  'token create': ['--app', 'shop', '--server'],
  'token list': ['--app', 'shop'],
  'token revoke': ['--app', 'shop', 'tok_nothing'],
  'webhook create': ['--app', 'shop', 'https://hooks.shop.example/'],
  'webhook list': ['--app', 'shop'],
  'webhook change': ['--app', 'shop', 'wh_nothing', '--disable'],
  'webhook delete': ['--app', 'shop', 'wh_nothing'],
  'webhook rotate': ['--app', 'shop', 'wh_nothing'],
  'webhook deliveries': ['--app', 'shop', 'wh_nothing'],
  'webhook test': ['--app', 'shop', 'wh_nothing'],
  'webhook replay': ['--app', 'shop', 'wh_nothing', '--since', '2026-11-24T00:00:00Z'],
  'member invite': ['--app', 'shop', 'ada@shop.example'],
  'member list': ['--app', 'shop'],
  'member remove': ['--app', 'shop', 'ada@shop.example'],
  'member disconnect': ['ada@shop.example'],
  'member reset': ['ada@shop.example'],
  'template list': ['--app', 'shop'],
  'template test': ['--app', 'shop', 'products/5'],
  'link create': ['--app', 'shop', 'products/5'],
  'link list': ['--app', 'shop'],
  'link export': ['--app', 'shop', '--out', join(temporaryFolder(), 'links.csv')],
  'link import': ['--app', 'shop', 'links.csv'],
  'link show': ['nothing'],
  'link change': ['nothing', '--disable'],
  'link delete': ['nothing'],
  'link restore': ['nothing'],
  'link redemptions': ['nothing'],
  'link give-back': ['nothing', '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11'],
  clicks: ['--app', 'shop'],
  explain: ['nothing', '--user-agent', 'x'],
  migrate: [],
  doctor: [],
  backup: [join(temporaryFolder(), 'copy')],
  restore: [join(temporaryFolder(), 'copy'), '--force'],
  copy: ['--from', NO_STORE, '--to', `sqlite:${join(temporaryFolder(), 'copy.db')}`],
};

const ONE_LINE = /^smartlink: [^\n]+\n$/;

interface ErrorDocument {
  readonly error: { readonly code: string; readonly detail: string };
}

describe('every command', { concurrency: 2 }, () => {
  for (const command of ALL) {
    it(`smartlink ${[...pathOf(command), '--help'].join(' ')}`, async () => {
      const ran = await smartlink([...pathOf(command), '--help'], {});
      assert.equal(ran.code, 0);
      assert.equal(ran.stderr, '');
      assert.ok(ran.stdout.startsWith(`Usage: ${['smartlink', ...pathOf(command)].join(' ')}`));
      for (const { flags } of command.options) assert.ok(ran.stdout.includes(flags), flags);
      if (command !== root) assert.ok(command.description().length > 10);
    });
  }

  it('with a database has --json, except serve', () => {
    const leaves = ALL.filter((command) => command.commands.length === 0)
      .map((command) => pathOf(command).join(' '))
      .filter((path) => path !== 'serve');
    assert.deepEqual(STORE_COMMANDS.toSorted(), leaves.toSorted());
    const tried = [...Object.keys(ARGUMENTS), ...FILE_COMMANDS];
    assert.deepEqual(tried.toSorted(), leaves.toSorted());
  });
});

describe('an unusable database', { concurrency: 2 }, () => {
  const DATABASE_URL = NO_STORE;
  for (const [path, args] of Object.entries(ARGUMENTS)) {
    it(`smartlink ${path} --json: one document, one line, exit code 3`, async () => {
      const ran = await smartlink([...path.split(' '), ...args, '--json'], { DATABASE_URL });
      assert.equal(ran.code, 3);
      assert.match(ran.stderr, ONE_LINE);
      assert.match(ran.stderr, path === 'copy' ? /--from/ : /DATABASE_URL/);
      const { error } = JSON.parse(ran.stdout) as ErrorDocument;
      assert.equal(error.code, 'store_unavailable');
      assert.ok(error.detail.length > 5);
    });
  }
});

describe('an invalid command line', { concurrency: 2 }, () => {
  const UNREADABLE: [string[], RegExp][] = [
    [['wibble'], /unknown command 'wibble'/],
    [['help', 'wibble'], /unknown command 'wibble'; see smartlink help/],
    [['link', 'help', 'wibble'], /unknown command 'wibble'/],
    [['ap', 'create'], /unknown command 'ap'.*app/],
    [['app', 'list', '--wibble'], /unknown option '--wibble'/],
    [['app', 'list', '--jsn'], /unknown option '--jsn'.*--json/],
    [['serve', '--json'], /unknown option '--json'/],
    [['serve', 'now'], /too many arguments/],
    [['app', 'create'], /--name <name>/],
    [['app', 'create', '--name'], /--name <name>/],
    [['app', 'show'], /name/],
    [['token', 'revoke', '--app', 'shop'], /token/],
    [['link', 'create', 'a', 'b', '--app', 'shop'], /too many arguments/],
  ];
  for (const [args, said] of UNREADABLE) {
    it(`smartlink ${args.join(' ')}`, async () => {
      const ran = await smartlink(args, {});
      assert.equal(ran.code, 2);
      assert.equal(ran.stdout, '');
      assert.match(ran.stderr, ONE_LINE);
      assert.match(ran.stderr, said);
    });
  }

  for (const args of [[], ['app'], ['link']]) {
    it(`smartlink ${args.join(' ')} without a subcommand shows help`, async () => {
      const ran = await smartlink(args, {});
      assert.equal(ran.code, 2);
      assert.equal(ran.stdout, '');
      assert.match(ran.stderr, /^Usage: smartlink/);
    });
  }
});

describe('the program', () => {
  it('prints its version', async () => {
    const ran = await smartlink(['--version'], {});
    assert.equal(ran.code, 0);
    assert.match(ran.stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('is what `npx smartlink` runs in a clone', async () => {
    const bin = join(ROOT, 'server/bin/smartlink.js');
    const ran = await promisify(execFile)(process.execPath, [bin, '--version']);
    assert.equal(ran.stdout, (await smartlink(['--version'], {})).stdout);
  });

  // Other tests run commands in the process of the tests.
  it('passes on arguments, standard input, settings and the exit code', async () => {
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
    const setup = '{"apps":[{"name":"shop"}]}';
    const applied = await smartlinkProcess(['apply', '-', '--json'], { DATABASE_URL }, setup);
    assert.equal(applied.code, 0, applied.stderr);
    assert.equal((JSON.parse(applied.stdout) as { dry_run: boolean }).dry_run, false);
    assert.match(
      applied.stderr,
      /^(?:smartlink: (?:migrating|the migration).*\n)*smartlink: created a new database at .*\n$/,
    );
    const file = DATABASE_URL.slice('sqlite:'.length);
    assert.ok(!existsSync(`${file}-wal`), 'everything is in the file of the database');
    const failures = { 'app show other': 1, 'app wibble': 2, 'app list': 3 };
    for (const [line, code] of Object.entries(failures)) {
      const environment = code === 3 ? { DATABASE_URL: NO_STORE } : { DATABASE_URL };
      const ran = await smartlinkProcess(line.split(' '), environment);
      assert.deepEqual(ran, { ...(await smartlink(line.split(' '), environment)), code });
      assert.match(ran.stderr, ONE_LINE);
    }
  });

  it('waits for standard input that comes late and in pieces', async () => {
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
    const line = `(sleep 2; printf '{"apps":[{"na'; sleep 1; printf 'me":"shop"}]}') | "${process.execPath}" "${PROGRAM}"`;
    for (const args of ['apply -', 'schema check -']) {
      const ran = await promisify(execFile)('bash', ['--norc', '-c', `${line} ${args}; exit 0`], {
        env: { PATH: process.env.PATH, DATABASE_URL },
      });
      assert.doesNotMatch(ran.stderr, /cannot be read/, args);
    }
    const shown = await smartlink(['app', 'show', 'shop'], { DATABASE_URL });
    assert.equal(shown.code, 0, shown.stderr);
  });

  it('tolerates a reader that closes the output early', async () => {
    const store = join(temporaryFolder(), 'smartlink.db');
    await smartlink(['migrate'], { DATABASE_URL: `sqlite:${store}` });
    const command = `set -o pipefail; "${process.execPath}" "${PROGRAM}" app create --name shop | head -1`;
    const ran = await promisify(execFile)('bash', ['--norc', '-c', command], {
      env: { PATH: process.env.PATH, DATABASE_URL: `sqlite:${store}` },
    });
    assert.match(ran.stdout, /^app shop \(app_[\w-]+\)\n$/);
    assert.equal(ran.stderr, '');
  });

  it('rejects a database of a newer version with an explanation', async () => {
    const file = join(temporaryFolder(), 'smartlink.db');
    const DATABASE_URL = `sqlite:${file}`;
    await smartlink(['migrate'], { DATABASE_URL });
    const store = openWriter(file);
    store.exec("insert into migrations (name, applied_at) values ('9999_later.sql', 0)");
    store.close();
    const ran = await smartlink(['app', 'list', '--json'], { DATABASE_URL });
    assert.equal(ran.code, 3);
    assert.match(ran.stderr, ONE_LINE);
    assert.match(ran.stderr, /newer version.*9999_later/);
    assert.notEqual((JSON.parse(ran.stdout) as ErrorDocument).error.code, 'internal');
  });
});
