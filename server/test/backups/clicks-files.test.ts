import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import {
  finishRestore,
  refuseOpen,
  restoreFiles,
} from '../../src/storage/backups/restore-files.ts';
import { openReader, openWriter } from '../../src/storage/sqlite/driver.ts';
import { smartlink, smartlinkProcess, startService, temporaryFolder } from '../harness.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { shopIn, visit } from './shop.ts';

describe('a backup of clicks on SQLite', { skip: ENGINE !== 'sqlite' }, () => {
  it('has no keys and hashes of visitors', async () => {
    const DATABASE_URL = await newMigratedStore();
    const service = await startService({ DATABASE_URL });
    const { code } = await service.create({ uri: 'https://shop.example/5' });
    assert.equal(await visit(service.url, code), 302);
    await service.stop();
    const path = DATABASE_URL.slice('sqlite:'.length).replace(/\.db$/, '-clicks.db');
    const rows = (file: string, table: string): number => {
      const db = openReader(file);
      const count = Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
      db.close();
      return count;
    };
    for (const table of ['seen', 'click_keys']) assert.ok(rows(path, table) > 0);
    const backup = join(temporaryFolder(), 'backup');
    assert.equal((await smartlink(['backup', backup], { DATABASE_URL })).code, 0);
    const copy = join(backup, 'smartlink-clicks.db');
    for (const table of ['seen', 'click_keys']) assert.equal(rows(copy, table), 0);
    assert.equal(rows(copy, 'link_totals'), 1);
    for (const elsewhere of [{ CLICKS: 'off' }, { CLICKS_URL: 'clickhouse://127.0.0.1/shop' }]) {
      const target = `sqlite:${join(temporaryFolder(), 'new.db')}`;
      const refused = await smartlink(['restore', backup], { DATABASE_URL: target, ...elsewhere });
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /restore it with CLICKS=on, and without CLICKS_URL/);
    }
  });

  it('is not restored over other clicks if the database of the links is a new one', async () => {
    const inFolder = (name: string): string => join(temporaryFolder(), name);
    const clicks = inFolder('clicks.db');
    const environment = { DATABASE_URL: await newMigratedStore(), CLICKS_URL: `sqlite:${clicks}` };
    await (await startService(environment)).stop();
    const backup = inFolder('backup');
    assert.equal((await smartlink(['backup', backup], environment)).code, 0);
    const before = readFileSync(clicks);
    const test = { ...environment, DATABASE_URL: `sqlite:${inFolder('new.db')}` };
    const refused = await smartlink(['restore', backup], test);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /the database of CLICKS_URL \(.*clicks\.db\) exists already.*; set CLICKS_URL to another address/,
    );
    assert.doesNotMatch(refused.stderr, /--force/);
    assert.deepEqual(readFileSync(clicks), before);
    const CLICKS_URL = `sqlite:${inFolder('new-clicks.db')}`;
    const ran = await smartlink(['restore', backup], { ...test, CLICKS_URL });
    assert.equal(ran.code, 0, ran.stderr);
  });

  it('and a copy say that they leave out the clicks while these are off', async () => {
    const DATABASE_URL = await newMigratedStore();
    const folder = temporaryFolder();
    const shop = await shopIn(DATABASE_URL);
    const to = (name: string) => [
      ['backup', join(folder, name)],
      ['copy', '--from', DATABASE_URL, '--to', `sqlite:${join(folder, `${name}.db`)}`],
    ];
    const said = async (args: readonly string[]): Promise<string> => {
      const ran = await smartlink(args, { DATABASE_URL, CLICKS: 'off' });
      assert.equal(ran.code, 0, ran.stderr);
      return ran.stderr;
    };
    const warning =
      /^smartlink: warning: the \w+ does not contain the clicks, because CLICKS is off$/m;
    // There are no clicks yet.
    for (const args of to('before')) assert.doesNotMatch(await said(args), warning);
    await (await startService({ DATABASE_URL }, {}, shop)).stop();
    for (const args of to('after')) assert.match(await said(args), warning);
  });

  it('leaves nothing of a restore that fails', () => {
    const folder = temporaryFolder();
    const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')];
    for (const file of [from, to]) writeFileSync(file, file);
    const missing = join(folder, 'missing.db');
    const files = [
      { store: 'links', from, to },
      { store: 'clicks', from: missing, to: join(folder, 'clicks.db') },
    ] as const;
    assert.throws(() => restoreFiles(to, files), { code: 'ENOENT' });
    assert.deepEqual(readdirSync(folder).toSorted(), ['from.db', 'to.db']);
    assert.equal(readFileSync(to, 'utf8'), to);
  });

  it('leaves databases as they were if a restore fails at its last step', async () => {
    const links = (await newMigratedStore()).slice('sqlite:'.length);
    const folder = dirname(links);
    const [from, clicks] = [join(temporaryFolder(), 'from.db'), join(folder, 'clicks.db')];
    cpSync(links, from);
    // A damaged database keeps its log.
    writeFileSync(clicks, 'no database');
    for (const end of ['wal', 'shm']) writeFileSync(`${clicks}-${end}`, 'log');
    // The list of the files cannot be written.
    mkdirSync(`${links}.restored.new`);
    const before = readdirSync(folder).toSorted();
    const files = [
      { store: 'links', from, to: links },
      { store: 'clicks', from, to: clicks },
    ] as const;
    assert.throws(() => restoreFiles(links, files));
    assert.deepEqual(readdirSync(folder).toSorted(), before);
    assert.equal(readFileSync(`${clicks}-wal`, 'utf8'), 'log');
    assert.equal(statSync(links).nlink, 1);
  });

  it('is restored for its owner only, to what a link leads to', () => {
    const folder = temporaryFolder();
    const [from, link, real] = ['from.db', 'link.db', 'real.db'].map((name) => join(folder, name));
    assert.ok(from !== undefined && link !== undefined && real !== undefined);
    writeFileSync(from, 'new', { mode: 0o644 });
    writeFileSync(real, '', { mode: 0o600 });
    symlinkSync(real, link);
    const files = [{ store: 'links', from, to: link }] as const;
    assert.deepEqual(restoreFiles(link, files), { kept: [`${real}.replaced`], unerased: [] });
    assert.equal(readlinkSync(link), real);
    assert.equal(readFileSync(real, 'utf8'), 'new');
    for (const mode of [0o644, 0o400]) {
      chmodSync(from, mode);
      restoreFiles(link, files);
      assert.equal(statSync(real).mode & 0o777, 0o600);
    }
  });

  it('is used after a restore that was interrupted between two files', async () => {
    const DATABASE_URL = await newMigratedStore();
    const path = DATABASE_URL.slice('sqlite:'.length);
    const clicks = path.replace(/\.db$/, '-clicks.db');
    const owner = await shopIn(DATABASE_URL);
    for (const [file, name] of [
      [`${path}.restoring`, 'new'],
      [clicks, 'old'],
      [`${clicks}.restoring`, 'new'],
    ] as const) {
      if (file.startsWith(path)) cpSync(path, file);
      const db = openWriter(file);
      db.exec(`create table mark_${name} (x)`);
      db.close();
    }
    writeFileSync(`${path}.restored`, JSON.stringify([path, clicks]));
    // The first file was put in place before the process was killed.
    cpSync(`${path}.restoring`, path);
    renameSync(`${path}.restoring`, path);
    const service = await startService({ DATABASE_URL }, {}, owner);
    await service.stop();
    for (const file of [path, clicks]) {
      const db = openReader(file);
      const marks = db.prepare("select name from sqlite_master where name like 'mark%'").all();
      db.close();
      assert.deepEqual(
        marks.map(({ name }) => name),
        ['mark_new'],
        file,
      );
    }
    assert.equal(existsSync(`${path}.restored`), false);
  });
});

describe('clicks on SQLite that a restore replaces', { skip: ENGINE !== 'sqlite' }, () => {
  const [KEY, HASH] = ['a key of the day', 'a hash of a visitor'];

  /** A file of clicks, and one that replaces it. */
  function clickFiles() {
    const folder = temporaryFolder();
    const [from, to] = [join(folder, 'from.db'), join(folder, 'clicks.db')];
    const tables = `create table click_keys (key); create table seen (hash);
      create table link_totals (n); insert into link_totals values (7);`;
    const rows = `insert into click_keys values ('${KEY}'); insert into seen values ('${HASH}')`;
    for (const [file, sql] of [
      [from, tables],
      [to, tables + rows],
    ] as const) {
      const db = openWriter(file);
      db.exec(sql);
      db.close();
    }
    return { from, to, kept: `${to}.replaced` };
  }

  const secretsIn = (file: string): string[] => {
    const bytes = readFileSync(file, 'latin1');
    return [KEY, HASH].filter((text) => bytes.includes(text));
  };

  it('are kept without keys and hashes of visitors', () => {
    const { from, to, kept } = clickFiles();
    assert.deepEqual(secretsIn(to), [KEY, HASH]);
    const files = [{ store: 'clicks', from, to }] as const;
    assert.deepEqual(restoreFiles(to, files), { kept: [kept], unerased: [] });
    assert.deepEqual(secretsIn(kept), []);
    const db = openReader(kept);
    assert.equal(db.prepare('select n from link_totals').get()?.n, 7);
    db.close();
  });

  it('have no keys and hashes of visitors after a restore that was interrupted', () => {
    const { from, to, kept } = clickFiles();
    refuseOpen(to);
    linkSync(to, kept);
    renameSync(from, `${to}.restoring`);
    writeFileSync(`${to}.restored`, JSON.stringify([to, { clicks: kept }]));
    assert.deepEqual(finishRestore(to), []);
    assert.deepEqual(secretsIn(kept), []);
    assert.equal(existsSync(`${to}.restored`), false);
  });

  it('are unchanged while they are in use', () => {
    const { from, to, kept } = clickFiles();
    const files = [{ store: 'clicks', from, to }] as const;
    // The list of the files cannot be written.
    mkdirSync(`${to}.restored.new`);
    assert.throws(() => restoreFiles(to, files));
    assert.deepEqual(secretsIn(to), [KEY, HASH]);
    // Someone has removed the file that replaces it.
    linkSync(to, kept);
    writeFileSync(`${to}.restored`, JSON.stringify([to, { clicks: kept }]));
    assert.deepEqual(finishRestore(to), [kept]);
    assert.deepEqual(secretsIn(to), [KEY, HASH]);
    assert.equal(existsSync(`${to}.restored`), false);
  });

  it('stay as they are if they cannot be read, and the command says so', async () => {
    const DATABASE_URL = await newMigratedStore();
    const owner = await shopIn(DATABASE_URL);
    await (await startService({ DATABASE_URL }, {}, owner)).stop();
    const backup = join(temporaryFolder(), 'backup');
    const made = await smartlinkProcess(['backup', backup], { DATABASE_URL });
    assert.equal(made.code, 0, made.stderr);
    const clicks = DATABASE_URL.slice('sqlite:'.length).replace(/\.db$/, '-clicks.db');
    writeFileSync(clicks, 'no database');
    const ran = await smartlinkProcess(['restore', backup, '--force'], { DATABASE_URL });
    assert.equal(ran.code, 0, ran.stderr);
    const warnings = ran.stderr.split('\n').filter((line) => line.includes('visitors'));
    assert.deepEqual(warnings, [
      `smartlink: warning: keys and hashes of visitors cannot be removed from ${clicks}.replaced; delete it when you do not need it`,
    ]);
    assert.equal(readFileSync(`${clicks}.replaced`, 'utf8'), 'no database');
  });
});

describe('a backup of links on PostgreSQL', { skip: ENGINE !== 'postgres' }, () => {
  it('is restored with clicks in a file, also if that was interrupted', async () => {
    const file = join(temporaryFolder(), 'clicks.db');
    const environment = { DATABASE_URL: await newMigratedStore(), CLICKS_URL: `sqlite:${file}` };
    const first = await startService(environment);
    await first.stop();
    cpSync(file, `${file}.restoring`);
    const db = openWriter(`${file}.restoring`);
    db.exec('create table mark_new (x)');
    db.close();
    writeFileSync(`${file}.restored`, JSON.stringify([file]));
    const service = await startService(environment, {}, first.owner);
    await service.stop();
    const restored = openReader(file);
    assert.ok(restored.prepare("select name from sqlite_master where name = 'mark_new'").get());
    restored.close();
    assert.equal(existsSync(`${file}.restored`), false);
  });
});
