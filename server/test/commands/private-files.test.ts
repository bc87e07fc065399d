import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { openReader } from '../../src/storage/sqlite/driver.ts';
import {
  FIRST_START_FILE,
  smartlink,
  spawnService,
  startService,
  temporaryFolder,
} from '../harness.ts';
import { eventually, operator } from '../processes.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const SECRETS = /sl_[a-z]+_\w{40}|invitation#\w{40}/;

describe('files of the database', () => {
  it('are accessible only to their owner, as are their folders, while the service runs', async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const file = join(folder, 'a/b/smartlink.db');
    const service = await spawnService({ DATABASE_URL: `sqlite:${file}` });
    await eventually('the first start', () => service.welcome() !== '');
    const written = () => readdirSync(dirname(file)).toSorted();
    const expected = [
      'first-start.txt',
      ...['smartlink-clicks.db', 'smartlink.db'].flatMap((name) => [
        name,
        `${name}-shm`,
        `${name}-wal`,
      ]),
    ];
    // The click store opens later.
    await eventually('all files', () => written().length >= expected.length);
    const names = written();
    assert.deepEqual(names, expected);
    for (const name of names) assert.equal(modeOf(join(dirname(file), name)), '600', name);
    for (const made of ['a', 'a/b']) assert.equal(modeOf(join(folder, made)), '700', made);
    assert.equal(modeOf(folder), '755', 'an existing folder keeps its mode');
    const backup = join(folder, 'backup');
    const copy = join(backup, 'smartlink.db');
    const ran = await smartlink(['backup', backup], { DATABASE_URL: `sqlite:${file}` });
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(modeOf(copy), '600');
    const moved = join(folder, 'new/moved.db');
    const stores = ['--from', `sqlite:${copy}`, '--to', `sqlite:${moved}`];
    assert.equal((await smartlink(['copy', ...stores], {})).code, 0);
    assert.deepEqual([modeOf(dirname(moved)), modeOf(moved)], ['700', '600']);
    assert.equal(await service.stop(), 0);
  });

  it('are reported by the doctor if others can read them, with a command that fixes it', async () => {
    const { json, run, file, folder } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const notOk = async (): Promise<{ level: string; what: string; fix: string }[]> =>
      (await json(['doctor'])).findings.filter(
        ({ level, what }: { level: string; what: string }) =>
          level !== 'ok' && !what.startsWith('app'),
      );
    assert.deepEqual(await notOk(), []);
    chmodSync(file, 0o644);
    const [open, ...more] = await notOk();
    assert.deepEqual([open?.level, more], ['warning', []]);
    assert.ok(open?.what.includes(`${file} (mode 0644)`), open?.what);
    assert.match(open?.fix ?? '', /^chmod 600 '/);
    execFileSync('sh', ['-c', open?.fix ?? '']);
    assert.equal(modeOf(file), '600');
    const clicks = join(folder, 'smartlink-clicks.db');
    writeFileSync(clicks, '', { mode: 0o600 });
    assert.deepEqual(await notOk(), []);
    chmodSync(clicks, 0o644);
    const [ofClicks] = await notOk();
    assert.equal(ofClicks?.fix, `chmod 600 '${clicks}'*`);
    chmodSync(clicks, 0o600);
    for (const [mode, level, command] of [
      [0o775, 'warning', `chmod go-w '${folder}'`],
      [0o755, 'hint', `chmod 700 '${folder}'`],
    ] as const) {
      chmodSync(folder, mode);
      const [found] = await notOk();
      assert.equal(found?.level, level);
      assert.ok(found?.fix.endsWith(command), found?.fix);
    }
    execFileSync('sh', ['-c', `chmod 700 '${folder}'`]);
    writeFileSync(join(folder, 'first-start.txt'), 'sl_server_…', { mode: 0o600 });
    assert.match(
      (await run(['doctor'])).stdout,
      /still contains the first tokens.*\n.*→ save .*rm '/,
    );
  });

  it('are reported in the log of the service if others can read them', async () => {
    const { json, file, environment } = operator();
    await json(['migrate']);
    chmodSync(file, 0o644);
    const service = await spawnService(environment);
    // It can arrive later than the address, which is in the other stream.
    const warning = /other users of this machine can read the database.*0644/;
    await eventually('the warning', () => warning.test(service.errors()));
    await service.stop();
  });
});

describe('the first start', () => {
  it('writes the tokens to a file if the output is not a terminal, only once', async () => {
    const { environment, folder } = operator();
    const service = await spawnService(environment);
    assert.doesNotMatch(service.output() + service.errors(), SECRETS);
    assert.equal(FIRST_START_FILE.exec(service.output())?.[1], join(folder, 'first-start.txt'));
    assert.match(service.output(), /Delete it when you have saved them/);
    assert.equal(new Set(service.welcome().match(/sl_[a-z]+_\w{40}/g)).size, 6);
    assert.match(service.welcome(), /dashboard\/invitation#\w{40}\n/);
    await service.stop();
    const again = await spawnService(environment);
    assert.doesNotMatch(again.output(), /first-start/);
    await again.stop();
  });

  it('prints them on a terminal, and writes no file', async () => {
    const { environment, folder } = operator();
    const service = await spawnService(environment, { terminal: true });
    assert.equal(new Set(service.output().match(/sl_[a-z]+_\w{40}/g)).size, 6);
    assert.match(service.output(), /dashboard\/invitation#\w{40}\n/);
    assert.ok(!existsSync(join(folder, 'first-start.txt')));
    await service.stop();
  });

  it('never overwrites an existing file', async () => {
    const { environment, folder } = operator();
    writeFileSync(join(folder, 'first-start.txt'), 'the only copy');
    const service = await spawnService(environment);
    assert.equal(FIRST_START_FILE.exec(service.output())?.[1], join(folder, 'first-start-2.txt'));
    assert.equal(readFileSync(join(folder, 'first-start.txt'), 'utf8'), 'the only copy');
    await service.stop();
  });

  it('creates nothing if the file cannot be created, and prints the commands to run', async () => {
    const { environment, folder, json } = operator();
    // All hundred names are in use, so no further file can be created.
    for (let number = 1; number <= 100; number++) {
      writeFileSync(join(folder, `first-start${number === 1 ? '' : `-${number}`}.txt`), '');
    }
    const service = await spawnService(environment);
    assert.match(service.output(), /smartlink app create --name my-app\n.*member invite <email>/);
    assert.deepEqual(await json(['app', 'list']), { apps: [] });
    await service.stop();
  });
});

describe('a missing database', () => {
  const COMMANDS = [
    ['app', 'list'],
    ['app', 'show', 'shop'],
    ['token', 'list', '--app', 'shop'],
    ['member', 'list', '--app', 'shop'],
    ['template', 'list', '--app', 'shop'],
    ['link', 'list', '--app', 'shop'],
    ['link', 'create', 'a', '--app', 'shop'],
    ['explain', 'a', '--user-agent', 'x'],
    ['doctor'],
    ['backup', 'copy'],
  ];
  for (const args of COMMANDS) {
    it(`is reported by smartlink ${args.join(' ')}, and not created`, async () => {
      const file = join(temporaryFolder(), 'wrong/smartlink.db');
      const ran = await smartlink([...args, '--json'], { DATABASE_URL: `sqlite:${file}` });
      assert.equal(ran.code, 3);
      assert.match(
        ran.stderr,
        /^smartlink: no database exists at [^\n]+ \(DATABASE_URL\)\. [^\n]+\n$/,
      );
      assert.ok(ran.stderr.includes(` ${file} `), ran.stderr);
      assert.equal(JSON.parse(ran.stdout).error.code, 'store_missing');
      assert.ok(!existsSync(dirname(file)));
    });
  }

  it('is not replaced by a file of another program, which stays unchanged', async () => {
    const file = join(temporaryFolder(), 'notes.db');
    const notes = openReader(file);
    notes.exec('pragma query_only = off; create table notes (text)');
    notes.close();
    const ran = await smartlink(['app', 'list'], { DATABASE_URL: `sqlite:${file}` });
    assert.deepEqual([ran.code, ran.stdout], [3, '']);
    const after = openReader(file);
    const tables = after.prepare('select name from sqlite_master').all();
    after.close();
    assert.deepEqual(
      tables.map((row) => row.name),
      ['notes'],
    );
  });

  for (const args of [['migrate'], ['apply', '-'], ['app', 'create', '--name', 'shop']]) {
    it(`is created by smartlink ${args.join(' ')}, which prints where`, async () => {
      const file = join(temporaryFolder(), 'data/smartlink.db');
      const environment = { DATABASE_URL: `sqlite:${file}` };
      const ran = await smartlink(args, environment, '{"apps":[]}');
      assert.equal(ran.code, 0, ran.stderr);
      // On a busy machine, the command also prints how long the migration takes.
      const messages = ran.stderr.replace(
        /^smartlink: (?:migrating the database|the migration took).*\n/gm,
        '',
      );
      assert.equal(messages, `smartlink: created a new database at ${file}\n`);
      assert.equal(modeOf(file), '600');
      assert.equal((await smartlink(args.slice(0, 1), environment)).stderr.includes('made'), false);
    });
  }

  it('is created by the service', async () => {
    const { app, url } = await startService({ DATABASE_URL: `sqlite:${temporaryFolder()}/new.db` });
    assert.equal((await fetch(`${url}/health/ready`)).status, 200);
    assert.equal((await createApp(app.ctx, 'books')).app.name, 'books');
  });
});

describe('a password in DATABASE_URL', () => {
  const PASSWORDS = [
    's3/cret',
    's3#cret',
    's3?cret',
    's3%cret',
    '12/s3cret',
    '12#s3cret',
    '12?s3cret',
  ];
  for (const password of PASSWORDS) {
    it(`is not repeated in the explanation: ${password}`, async () => {
      const DATABASE_URL = `postgres://smartlink:${password}@127.0.0.1:1/smartlink`;
      for (const args of [['app', 'list'], ['serve']]) {
        const ran = await smartlink(args, { DATABASE_URL });
        assert.equal(ran.code, 2, ran.stderr);
        assert.match(ran.stderr, /^smartlink: DATABASE_URL .*Percent-encode .*%2F.*PGPASSWORD\n$/);
        assert.doesNotMatch(ran.stdout + ran.stderr, /s3|cret/);
      }
    });
  }

  it('is not repeated if the server cannot be reached', async () => {
    const DATABASE_URL = 'postgres://smartlink:s3%2Fcr%40t@127.0.0.1:1/smartlink';
    const ran = await smartlink(['app', 'list', '--json'], { DATABASE_URL });
    assert.equal(ran.code, 3);
    assert.doesNotMatch(ran.stdout + ran.stderr, /s3|cr%40t|cr@t/);
  });
});
