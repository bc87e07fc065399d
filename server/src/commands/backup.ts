import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp, bytesOf, linksIn } from '../actions/operate/backup.ts';
import { restoreBackup } from '../actions/operate/restore-backup.ts';
import { verifyBackup } from '../actions/operate/verify-backup.ts';
import { readConfig } from '../config.ts';
import type { Manifest } from '../domain/backup/manifest.ts';
import { fail } from '../problem.ts';
import { closeStores, contextOf, openUnmigrated, storesToBackUp } from '../store.ts';
import type { OperatorCommand } from './command.ts';
import { progressLine } from './progress-line.ts';
import type { Report, Terminal } from './report.ts';
import { stopSignals } from './stop-signals.ts';

export function backupCommands(program: OperatorCommand): void {
  const { terminal } = program;
  program
    .command('backup')
    .description('write a backup to a new folder while the database is in use, or verify a backup')
    .argument('[folder]', 'must not exist yet')
    .option('--verify <backup>', 'read an existing backup completely instead; uses no database')
    .refuses((folder: string | undefined, { verify }: { verify?: string }) =>
      // A variable that is not set is an empty name, which would lead to the current folder.
      !folder === !verify ? 'name a new folder, or an existing backup with --verify' : undefined,
    )
    .reports(async (folder: string | undefined, { verify }: { verify?: string }) =>
      verify === undefined
        ? makeBackup(folder ?? '', terminal)
        : reportOf(verify, await verifyBackup(verify), 'the backup is good'),
    );

  program
    .command('restore')
    .description('replace the database and the clicks by those of a backup; stop the service first')
    .argument('<backup>', 'the folder of a backup')
    .option('--force', 'replace databases that exist; files are kept under another name')
    .reports((folder: string, { force = false }: { force?: boolean }) =>
      restore(folder, force, terminal),
    );
}

async function makeBackup(folder: string, terminal: Terminal): Promise<Report> {
  const config = readConfig(terminal.environment);
  const ctx = await openUnmigrated(config);
  try {
    if (existsSync(folder)) {
      fail('validation_failed', `${folder} already exists; a backup never overwrites anything`);
    }
    const { stores, others } = storesToBackUp(config);
    const progress = progressLine(terminal);
    // What was written is removed, and programs are ended.
    const stop = stopSignals();
    const manifest = await backUp(ctx, stores, resolve(folder), {
      progress: progress.show,
      signal: stop.signal,
    }).finally(() => {
      stop.release();
      progress.end();
    });
    const report = reportOf(folder, manifest);
    return { ...report, warnings: others.map((other) => `the backup does not contain ${other}`) };
  } finally {
    await closeStores(ctx);
  }
}

async function restore(folder: string, force: boolean, terminal: Terminal): Promise<Report> {
  const config = readConfig(terminal.environment);
  const { stores } = storesToBackUp(config);
  const ctx = await contextOf({ ...config, clicks: false }, {}, { readerThreads: false });
  const restored = await restoreBackup(ctx.db, stores, folder, force);
  const { manifest, unchanged, kept, unerased } = restored;
  const warnings = [
    ...unchanged.map(({ store }) => `the backup has no ${store}; they are unchanged`),
    ...unerased.map(
      (name) =>
        `keys and hashes of visitors cannot be removed from ${name}; delete it when you do not need it`,
    ),
  ];
  const notes = kept.map((name) => `the replaced database is kept as ${name}`);
  return { ...reportOf(folder, manifest, `restored to ${ctx.db.location}`), warnings, notes };
}

function reportOf(backup: string, manifest: Manifest, verdict?: string): Report {
  const links = linksIn(manifest);
  const bytes = bytesOf(manifest);
  const { version, created_at, files } = manifest;
  const names = files.map(({ name }) => name);
  const what = `${backup}: ${links} ${links === 1 ? 'link' : 'links'}, ${bytes} bytes`;
  return {
    json: { backup, version, created_at, links, bytes, files: names },
    text: verdict === undefined ? what : `${what}\n${verdict}`,
  };
}
