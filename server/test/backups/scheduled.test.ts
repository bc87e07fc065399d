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
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { CreatedApp } from '../../src/actions/apps/create-app.ts';
import { openWriter } from '../../src/storage/sqlite/driver.ts';
import { afterAll, smartlink, startService, temporaryFolder } from '../harness.ts';
import { parseMetrics, sumOf } from '../metrics/metrics-text.ts';
import { eventually } from '../processes.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { runIn, shopIn } from './shop.ts';

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

  it('are made although an old one cannot be deleted', { skip }, async () => {
    const { owner, folder, settings } = await scheduled('1');
    const service = await startService(settings, {}, owner);
    await service.app.backUp();
    const [old = ''] = readdirSync(folder);
    const mounted = join(folder, old, 'mounted');
    mkdirSync(mounted);
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', mounted]);
    assert.equal(status, 0, stderr.toString());
    afterAll(() =>
      spawnSync('umount', ['--lazy', join(folder, `${old}.partial`, 'mounted'), mounted]),
    );
    for (let made = 0; made < 2; made++) {
      const before = readdirSync(folder);
      await service.app.backUp();
      const names = readdirSync(folder);
      assert.ok(names.some((name) => !before.includes(name) && !name.endsWith('.partial')));
      assert.equal(names.length, 2);
      assert.ok(names.includes(`${old}.partial`));
      assert.ok(existsSync(join(folder, `${old}.partial`, 'manifest.json')));
    }
    assert.doesNotMatch((await smartlink(['doctor'], settings)).stdout, /backup failed/);
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
