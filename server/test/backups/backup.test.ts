import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { CreatedApp } from '../../src/actions/apps/create-app.ts';
import { restoreFiles } from '../../src/storage/backups/restore-files.ts';
import { openReader, openWriter } from '../../src/storage/sqlite/driver.ts';
import {
  afterAll,
  smartlink,
  smartlinkProcess,
  startService,
  temporaryFolder,
} from '../harness.ts';
import { parseMetrics, sumOf } from '../metrics/metrics-text.ts';
import { eventually } from '../processes.ts';
import { ENGINE, newMigratedStore, newStore } from '../store.ts';
import { countLinks, runIn, shopIn, visit } from './shop.ts';

const DATA = ENGINE === 'sqlite' ? 'smartlink.db' : 'smartlink.dump';

describe('smartlink backup --verify', () => {
  let environment: { DATABASE_URL: string };
  let backup: string;
  before(async () => {
    environment = { DATABASE_URL: await newMigratedStore() };
    await shopIn(environment.DATABASE_URL);
    await smartlink(['link', 'create', 'https://shop.example/5', '--app', 'shop'], environment);
    backup = join(temporaryFolder(), 'monday');
    const ran = await smartlink(['backup', backup], environment);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /monday: 1 link, \d+ bytes\n$/);
  });

  const verified = (path: string) => smartlink(['backup', '--verify', path], environment);
  const copied = (): string => {
    const copy = join(temporaryFolder(), 'copy');
    cpSync(backup, copy, { recursive: true });
    return copy;
  };

  it('accepts a backup that only its owner can read', async () => {
    const ran = await verified(backup);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /\nthe backup is good\n$/);
    const mode = (path: string): number => statSync(path).mode & 0o777;
    assert.equal(mode(backup), 0o700);
    for (const name of readdirSync(backup)) assert.equal(mode(join(backup, name)), 0o600, name);
  });

  const DAMAGE: readonly [what: string, damage: (folder: string) => void, said: RegExp][] = [
    [
      'a changed byte',
      (folder) => {
        const bytes = readFileSync(join(folder, DATA));
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        writeFileSync(join(folder, DATA), bytes);
      },
      /is damaged: it has another checksum/,
    ],
    ['a missing end', (folder) => truncateSync(join(folder, DATA), 5000), /has 5000 bytes, not/],
    ['no manifest', (folder) => truncateSync(join(folder, 'manifest.json')), /is not JSON/],
    [
      'fewer rows than were counted',
      (folder) => {
        const path = join(folder, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace(/"links": 1\b/, '"links": 2'));
      },
      /links has 1 rows, not 2/,
    ],
    [
      'a migration of a later version',
      (folder) => {
        const path = join(folder, 'manifest.json');
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, text.replace('"0001_links.sql"', '"9999_later.sql"'));
      },
      /made by a newer version.*9999_later\.sql.*use that version/,
    ],
  ];
  for (const [what, damage, said] of DAMAGE) {
    it(`refuses a backup with ${what}, and so does restore`, async () => {
      const copy = copied();
      damage(copy);
      const ran = await verified(copy);
      assert.notEqual(ran.code, 0);
      assert.match(ran.stderr, said);
      const DATABASE_URL = await newStore();
      const restored = await smartlink(['restore', copy], { DATABASE_URL });
      assert.notEqual(restored.code, 0);
      assert.match(restored.stderr, said);
      const app = await smartlink(['app', 'list', '--json'], { DATABASE_URL });
      assert.equal(JSON.parse(app.stdout).error.code, 'store_missing', 'nothing was restored');
    });
  }

  it('refuses a folder that is no backup', async () => {
    const ran = await verified(temporaryFolder());
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /is no backup: it has no manifest\.json/);
  });

  it('leaves the folder of another backup alone', async () => {
    const folder = join(temporaryFolder(), 'tuesday');
    mkdirSync(`${folder}.partial`);
    writeFileSync(join(`${folder}.partial`, 'notes'), 'x');
    const ran = await smartlink(['backup', folder], environment);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /tuesday\.partial exists already; wait if another backup writes it/);
    assert.deepEqual(readdirSync(`${folder}.partial`), ['notes']);
    assert.equal(existsSync(folder), false);
  });

  it('needs a folder, or a backup, but not both', async () => {
    for (const args of [[], ['x', '--verify', 'y']]) {
      const ran = await smartlink(['backup', ...args], environment);
      assert.equal(ran.code, 2);
      assert.match(ran.stderr, /name a new folder, or an existing backup with --verify/);
    }
  });
});

describe('smartlink restore', () => {
  it('replaces nothing without --force, and nothing that is in use', async () => {
    const DATABASE_URL = await newMigratedStore();
    const environment = { DATABASE_URL };
    const owner = await shopIn(DATABASE_URL);
    const backup = join(temporaryFolder(), 'empty');
    assert.equal((await smartlinkProcess(['backup', backup], environment)).code, 0);
    // Sessions on PostgreSQL with a name of their own are recognized too.
    const named = `${DATABASE_URL}${DATABASE_URL.includes('?') ? '&' : '?'}application_name=shop`;
    const settings = { DATABASE_URL: ENGINE === 'sqlite' ? DATABASE_URL : named };
    const service = await startService(settings, {}, owner);
    const { code } = await service.create({ uri: 'https://shop.example/5' });
    const restore = (...options: string[]) =>
      smartlinkProcess(['restore', backup, ...options], environment);

    for (const [options, said] of [
      [[], /exists already; restore to another address, or replace it with --force/],
      [['--force'], /is in use.*; stop the service/],
    ] as const) {
      const ran = await restore(...options);
      assert.equal(ran.code, 1);
      assert.match(ran.stderr, said);
      assert.equal(await visit(service.url, code), 302);
      await service.create({ uri: 'https://shop.example/6' });
    }
    await service.stop();
    assert.equal((await restore()).code, 1);
    assert.equal(await countLinks(DATABASE_URL), 3);
    const ran = await restore('--force');
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(await countLinks(DATABASE_URL), 0);
    if (ENGINE === 'sqlite') {
      assert.equal(await countLinks(`${DATABASE_URL}.replaced`), 3, 'the old database is kept');
      const again = await restore('--force');
      assert.match(again.stderr, /the replaced database is kept as .*\.replaced-2$/m);
      assert.equal(await countLinks(`${DATABASE_URL}.replaced`), 3, 'by another restore too');
    }
  });
});

/** A shop whose backups are scheduled, of which `keep` are kept. */
async function scheduled(keep: string) {
  const DATABASE_URL = await newMigratedStore();
  const owner = await shopIn(DATABASE_URL);
  const folder = join(temporaryFolder(), 'backups');
  const METRICS_TOKEN = 'x'.repeat(16);
  const settings = { DATABASE_URL, BACKUP_FOLDER: folder, BACKUP_KEEP: keep, METRICS_TOKEN };
  return { owner, folder, settings };
}

describe('scheduled backups', () => {
  it('are rotated, and other files are left alone', async () => {
    const { owner, folder, settings } = await scheduled('2');
    const service = await startService(settings, {}, owner);
    const list = (): string[] => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
    await service.app.backUp();
    const [first = ''] = list();
    // Looks like an old backup, but has no manifest; one of another database; and other names.
    const unknown = ['smartlink-2001-01-01T000000.000Z', 'smartlink-monday', 'notes.partial'];
    for (const name of unknown) mkdirSync(join(folder, name));
    const other = 'smartlink-2002-02-02T000000.000Z';
    cpSync(join(folder, first), join(folder, other), { recursive: true });
    const manifest = join(folder, other, 'manifest.json');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace(/"database": "/, '"database": "x'),
    );
    const killed = 'smartlink-2003-03-03T000000.000Z.partial';
    cpSync(join(folder, first), join(folder, killed), { recursive: true });
    // Killed before or while the manifest was written; one with the manifest of another database; one without any.
    const [empty, begun, others, foreign] = [4, 5, 6, 7].map(
      (n) => `smartlink-200${n}-03-03T000000.000Z.partial`,
    ) as [string, string, string, string];
    for (const name of [empty, begun, others, foreign]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, begun, 'manifest.json'), '{ "data');
    cpSync(manifest, join(folder, others, 'manifest.json'));
    writeFileSync(join(folder, foreign, 'notes'), '');
    unknown.push(others, foreign);
    for (let round = 0; round < 4; round++) await service.app.backUp();
    const after = list();
    for (const name of [...unknown, other]) assert.ok(after.includes(name), name);
    const own = after.filter((name) => ![...unknown, other].includes(name));
    assert.equal(own.length, 2, own.join());
    assert.ok(own.every((name) => name > first));
    for (const name of own) {
      assert.equal((await smartlink(['backup', '--verify', join(folder, name)], {})).code, 0);
    }

    const metrics = async () =>
      parseMetrics(
        (await service.request('GET', '/metrics', { token: settings.METRICS_TOKEN })).text,
      );
    await eventually(
      'metrics of the last backup',
      async () => sumOf(await metrics(), 'smartlink_last_backup_bytes') > 1000,
    );
    const known = await metrics();
    const age = Date.now() / 1000 - sumOf(known, 'smartlink_last_backup_timestamp_seconds');
    assert.ok(age >= -1 && age < 120, String(age));
    assert.equal(sumOf(known, 'smartlink_last_backup_failed'), 0);
    const doctor = await smartlink(['doctor'], settings);
    assert.match(doctor.stdout, new RegExp(`ok +the last backup is ${own[1]}, \\d+ bytes`));
  });

  it('that fail are reported, and the good ones are kept', async () => {
    const { owner, folder, settings } = await scheduled('1');
    const none = await smartlink(['doctor'], settings);
    assert.match(none.stdout, /warning +no backup was made yet/);
    let time = Date.now();
    const service = await startService(settings, { now: () => time }, owner);
    await service.app.backUp();
    const [good = ''] = readdirSync(folder);
    // A folder in which nothing can be written.
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, '');
    await service.app.backUp();
    await eventually(
      'the failure is in the metrics',
      async () => {
        const { text } = await service.request('GET', '/metrics', {
          token: settings.METRICS_TOKEN,
        });
        return sumOf(parseMetrics(text), 'smartlink_last_backup_failed') === 1;
      },
      10_000,
    );
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    const failed = await smartlink(['doctor'], settings);
    assert.equal(failed.code, 1);
    assert.match(failed.stdout, /error +the last backup failed: .*; the last good one is from 20/);
    assert.deepEqual(readdirSync(folder), [good]);
    time += 1;
    await service.app.backUp();
    assert.equal(readdirSync(folder).length, 1);
    assert.match(
      (await smartlink(['doctor'], settings)).stdout,
      /ok +the last backup is smartlink-/,
    );
  });

  it('are made although a clock was years ahead', async () => {
    const { owner, folder, settings } = await scheduled('1');
    const first = await startService(settings, {}, owner);
    await first.app.backUp();
    await first.stop();
    const [made = ''] = readdirSync(folder);
    const ahead = made.replace(/\d{4}/, (year) => String(Number(year) + 2));
    renameSync(join(folder, made), join(folder, ahead));
    const future = Date.now() + 2 * 365 * 86_400_000;
    const sql = 'update backups set tried_at = ?, succeeded_at = ?, lease_until = ?, error = ?';
    await runIn(settings.DATABASE_URL, sql, [future, future, future, null]);
    const doctor = await smartlink(['doctor'], settings);
    assert.match(doctor.stdout, /warning +the last backup is from the future: .* is from 20/);
    await runIn(settings.DATABASE_URL, sql, [future, future, future, 'it failed']);
    const second = await startService(settings, {}, owner);
    await eventually('a new backup', () => {
      const names = readdirSync(folder);
      return names.length === 1 && !names.includes(ahead) && names[0]?.endsWith('Z') === true;
    });
    await second.stop();
    const after = await smartlink(['doctor'], settings);
    assert.match(after.stdout, /ok +the last backup is smartlink-/);
  });

  it('of the time before the first app are rotated too', async () => {
    const DATABASE_URL = await newMigratedStore();
    const folder = join(temporaryFolder(), 'backups');
    const settings = { DATABASE_URL, BACKUP_FOLDER: folder, BACKUP_KEEP: '1' };
    const service = await startService(settings, {}, {} as CreatedApp);
    await service.app.backUp();
    const [empty = ''] = readdirSync(folder);
    await shopIn(DATABASE_URL);
    await service.app.backUp();
    const names = readdirSync(folder);
    assert.ok(names.length === 1 && !names.includes(empty), names.join());
  });

  const skip =
    (ENGINE !== 'sqlite' && 'pg_dump does not say what it will write') ||
    (!(process.platform === 'linux' && process.getuid?.() === 0) && 'needs root');
  it('that do not fit write nothing', { skip }, async () => {
    const { owner, folder, settings } = await scheduled('1');
    mkdirSync(folder);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', folder]);
    assert.equal(mounted.status, 0, mounted.stderr.toString());
    afterAll(() => spawnSync('umount', ['--lazy', folder]));
    const service = await startService(settings, {}, owner);
    await service.app.backUp();
    assert.deepEqual(readdirSync(folder), []);
    const said = /the backup needs \d+ MB with a reserve, but \d+ MB are free/;
    assert.match((await smartlink(['doctor'], settings)).stdout, said);
    const ran = await smartlink(['backup', join(folder, 'monday')], settings);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, said);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('never take another file for the database', { skip: ENGINE !== 'sqlite' }, async () => {
    const { owner, folder, settings } = await scheduled('1');
    const service = await startService(settings, {}, owner);
    await service.app.backUp();
    const good = readdirSync(folder);
    const file = settings.DATABASE_URL.slice('sqlite:'.length);
    renameSync(file, `${file}.away`);
    await service.app.backUp();
    assert.equal(existsSync(file), false, 'no empty database is created');
    // Another database, which was created earlier.
    const other = (await newMigratedStore()).slice('sqlite:'.length);
    const connection = openWriter(other);
    connection.exec('update migrations set applied_at = applied_at - 1');
    connection.close();
    renameSync(other, file);
    await service.app.backUp();
    assert.deepEqual(readdirSync(folder), good);
  });

  it('are made by one of several instances', async () => {
    const DATABASE_URL = await newMigratedStore();
    const owner = await shopIn(DATABASE_URL);
    const folder = join(temporaryFolder(), 'backups');
    const settings = { DATABASE_URL, BACKUP_FOLDER: folder };
    const start = () => startService(settings, {}, owner);
    const instances = await Promise.all([start(), start(), start()]);
    await eventually(
      'a backup',
      () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('Z')),
      30_000,
    );
    // Waits for a backup that another instance may have begun.
    for (const instance of instances) await instance.stop();
    assert.equal(readdirSync(folder).length, 1);
  });
});

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
  });

  it('leaves nothing of a restore that fails', () => {
    const folder = temporaryFolder();
    const [from, to] = [join(folder, 'from.db'), join(folder, 'to.db')];
    for (const file of [from, to]) writeFileSync(file, file);
    const files = [
      { from, to },
      { from: join(folder, 'missing.db'), to: join(folder, 'clicks.db') },
    ];
    assert.throws(() => restoreFiles(to, files), { code: 'ENOENT' });
    assert.deepEqual(readdirSync(folder).toSorted(), ['from.db', 'to.db']);
    assert.equal(readFileSync(to, 'utf8'), to);
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
