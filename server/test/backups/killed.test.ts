import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
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

const KILLS = proof ? 20 : 2;
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

  /** Runs a command and kills it when `due` resolves. */
  const killed = async (
    args: readonly string[],
    due: (child: ChildProcess) => Promise<unknown>,
  ): Promise<void> => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await Promise.race([exited, due(child)]);
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
    // If the machine has become slower, none of them has begun to write: some more are killed when they do.
    for (let kill = 1; kill <= (partial === 0 ? KILLS + 3 : KILLS); kill++) {
      const backup = join(folder, `killed-${kill}`);
      const begun = async (child: ChildProcess): Promise<void> => {
        while (child.exitCode === null && !existsSync(`${backup}.partial`)) await setImmediate();
      };
      const share = () => sleep((took * kill) / (KILLS + 1));
      await killed(['backup', backup], kill > KILLS ? begun : share);
      if (existsSync(backup)) assert.ok(await isGood(backup), backup);
      if (!existsSync(`${backup}.partial`)) continue;
      partial++;
      assert.equal(existsSync(backup), false);
      // In a process of its own: a connection of this one can stay open, and the restore below would be refused.
      const again = await smartlinkProcess(['backup', backup], { DATABASE_URL });
      assert.equal(again.code, 1);
      assert.match(
        again.stderr,
        /\.partial exists already; .* remove it if a backup was interrupted/,
      );
      // The process that writes the files ends shortly after the one that was killed.
      rmSync(`${backup}.partial`, { recursive: true, maxRetries: 10 });
      await timed(['backup', backup]);
      assert.ok(await isGood(backup));
      assert.equal(existsSync(`${backup}.partial`), false);
    }
    assert.ok(partial > 0, 'a process was killed while it wrote');
  });

  it('during a scheduled backup lets the next start make it', async () => {
    let backups = '';
    const start = () => spawnService({ DATABASE_URL, BACKUP_FOLDER: backups });
    const isThere = (end: string) => (): boolean =>
      existsSync(backups) && readdirSync(backups).some((name) => name.endsWith(end));
    // A test process that pauses can miss that a backup is written; then another one is made.
    for (let tries = 1; ; tries++) {
      backups = join(folder, `scheduled-${tries}`);
      const first = await start();
      await eventually('a backup is begun', () => isThere('.partial')() || isThere('Z')());
      await first.stop('SIGKILL');
      if (!isThere('Z')()) break;
      assert.ok(tries < 3, 'a process was killed while it wrote');
      await runIn(DATABASE_URL, 'update backups set succeeded_at = null, lease_until = 0');
    }
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
    // If the machine has become faster, all of them have ended: some more are killed earlier.
    for (let kill = 1; kill <= (seen.has(0) ? KILLS : KILLS + 3); kill++) {
      const share = kill > KILLS ? 1 / 2 ** (kill - KILLS + 1) : (kill + 1) / (KILLS + 2);
      await timed(['restore', empty, '--force']);
      assert.equal(await linksOf(DATABASE_URL), 0);
      await killed(['restore', large, '--force'], () => sleep(took * share));
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
