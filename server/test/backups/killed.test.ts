import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  proof,
  PROGRAM,
  smartlink,
  smartlinkProcess,
  spawnService,
  startService,
  temporaryFolder,
} from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE, newMigratedStore } from '../store.ts';
import { countClicks, countLinks, multiplyLinks, rowsIn, runIn, shopIn, visit } from './shop.ts';

const KILLS = proof ? 20 : 4;
const LINKS = proof ? 200_000 : 20_000;

describe('a process that is killed', () => {
  let DATABASE_URL: string;
  let tokens: Awaited<ReturnType<typeof shopIn>>;
  let code: string;
  let folder: string;
  before(async () => {
    DATABASE_URL = await newMigratedStore();
    tokens = await shopIn(DATABASE_URL);
    folder = temporaryFolder();
    const service = await startService({ DATABASE_URL }, {}, tokens);
    ({ code } = await service.create({
      uri: 'https://shop.example/5',
      metadata: { filler: 'x'.repeat(1000) },
    }));
    assert.equal(await visit(service.url, code), 302);
    await service.stop();
    await multiplyLinks(DATABASE_URL, code, 'copy', LINKS);
  });

  /** Runs a command and kills it after a share of the time that it takes. */
  const killed = async (args: readonly string[], ms: number): Promise<void> => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await Promise.race([exited, sleep(ms)]);
    child.kill('SIGKILL');
    await exited;
  };
  const timed = async (args: readonly string[]): Promise<number> => {
    const begin = performance.now();
    const ran = await smartlinkProcess(args, { DATABASE_URL });
    assert.equal(ran.code, 0, ran.stderr);
    return performance.now() - begin;
  };
  const isGood = async (backup: string): Promise<boolean> =>
    (await smartlink(['backup', '--verify', backup], {})).code === 0;

  it('during a backup leaves a complete one or none', async () => {
    const took = await timed(['backup', join(folder, 'whole')]);
    let partial = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const backup = join(folder, `killed-${kill}`);
      await killed(['backup', backup], (took * kill) / (KILLS + 1));
      if (existsSync(backup)) assert.ok(await isGood(backup), backup);
      if (!existsSync(`${backup}.partial`)) continue;
      partial++;
      assert.equal(existsSync(backup), false);
      const again = await smartlink(['backup', backup], { DATABASE_URL });
      assert.equal(again.code, 1);
      assert.match(
        again.stderr,
        /\.partial exists already; .* remove it if a backup was interrupted/,
      );
      rmSync(`${backup}.partial`, { recursive: true });
      await timed(['backup', backup]);
      assert.ok(await isGood(backup));
      assert.equal(existsSync(`${backup}.partial`), false);
    }
    assert.ok(partial > 0, 'a process was killed while it wrote');
  });

  it('during a scheduled backup lets the next start make it', async () => {
    const backups = join(folder, 'scheduled');
    const start = () => spawnService({ DATABASE_URL, BACKUP_FOLDER: backups });
    const isThere = (end: string) => (): boolean =>
      existsSync(backups) && readdirSync(backups).some((name) => name.endsWith(end));
    const first = await start();
    await eventually('a backup is begun', isThere('.partial'));
    await first.stop('SIGKILL');
    assert.equal(isThere('Z')(), false);
    // Otherwise, the lease of the killed process would end after a minute.
    const [row] = await rowsIn<{ holder: string | null }>(
      DATABASE_URL,
      'select lease_holder as holder from backups',
    );
    assert.ok(row?.holder);
    await runIn(DATABASE_URL, 'update backups set lease_until = 0');
    const second = await start();
    await eventually('a backup is complete', isThere('Z'), 30_000);
    // What the killed process left is removed after that.
    await eventually('nothing else is there', () => readdirSync(backups).length === 1);
    await second.stop();
    const [name = ''] = readdirSync(backups);
    assert.ok(await isGood(join(backups, name)));
  });

  it('during a restore leaves the old or the new databases', async () => {
    const small = join(folder, 'small');
    const large = join(folder, 'whole');
    const other = await newMigratedStore();
    const owner = await shopIn(other);
    assert.equal((await smartlinkProcess(['backup', small], { DATABASE_URL: other })).code, 0);
    // Both have clicks, so that two files are replaced on SQLite.
    if (ENGINE === 'sqlite') {
      const service = await startService({ DATABASE_URL: other }, {}, owner);
      await service.stop();
      await smartlinkProcess(['backup', join(folder, 'smaller')], { DATABASE_URL: other });
    }
    const empty = ENGINE === 'sqlite' ? join(folder, 'smaller') : small;
    const took = await timed(['restore', large, '--force']);
    const seen = new Set<number>();
    for (let kill = 1; kill <= KILLS; kill++) {
      await timed(['restore', empty, '--force']);
      assert.equal(await linksOf(DATABASE_URL), 0);
      await killed(['restore', large, '--force'], (took * (kill + 1)) / (KILLS + 2));
      const links = await linksOf(DATABASE_URL);
      assert.ok(links === 0 || links === LINKS + 1, `${links} links`);
      assert.equal(await clicksOf(), links === 0 ? 0 : 1);
      seen.add(links);
    }
    assert.ok(seen.has(0), 'a process was killed before the end');
    await timed(['restore', large, '--force']);
    const service = await startService({ DATABASE_URL }, {}, tokens);
    for (const known of [code, 'copy1', `copy${LINKS}`]) {
      assert.equal(await visit(service.url, known), 302, known);
    }
    await service.stop();
  });

  /** The server ends a transaction shortly after its client has been killed. */
  const linksOf = async (url: string): Promise<number> => {
    const ran = await smartlinkProcess(['app', 'list'], { DATABASE_URL: url });
    assert.equal(ran.code, 0, ran.stderr);
    return countLinks(url);
  };
  const clicksOf = (): Promise<number> => countClicks({ DATABASE_URL });
});
