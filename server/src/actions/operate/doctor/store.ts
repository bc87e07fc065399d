import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MANIFEST, parseManifest } from '../../../domain/backup/manifest.ts';
import { BLOCK_LINKS } from '../../../domain/search/block.ts';
import { findCopy } from '../../../storage/copies.ts';
import { indexProgress } from '../../../storage/search-index.ts';
import { StoreUnavailable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { error, type Finding } from './finding.ts';

/** Checks whether the database is intact, writable and consistent. */
export async function examineStore(ctx: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  const damage = await ctx.db.check();
  findings.push(
    damage === undefined
      ? { level: 'ok', what: 'the database is intact' }
      : error(`the database is damaged: ${damage}`, 'restore the last backup'),
  );
  findings.push(await examineWriting(ctx));
  const { indexed, last } = await indexProgress(ctx.db);
  if (last >= BLOCK_LINKS) {
    findings.push({ level: 'ok', what: `the search index has ${indexed} of ${last} links` });
  }
  if (await findCopy(ctx.db)) {
    findings.push(
      error(
        'a copy of another database into this one is not finished',
        `run the same ${ctx.programName} copy again, and do not start the service before it is complete`,
      ),
    );
  }
  return findings;
}

/** Whether a manifest beside the file lists it, with its size. */
function isBackup(path: string): boolean {
  try {
    const { files } = parseManifest(readFileSync(join(dirname(path), MANIFEST), 'utf8'));
    const { size } = statSync(path);
    return files.some(({ name, bytes }) => name === basename(path) && bytes === size);
  } catch {
    return false;
  }
}

async function examineWriting({ db }: Context): Promise<Finding> {
  // A test would change the file, which then differs from its checksum.
  if (db.engine === 'sqlite' && isBackup(db.location)) {
    return { level: 'ok', what: 'the database is a backup: nothing was written to it' };
  }
  try {
    await db.probe();
    return { level: 'ok', what: 'the database is writable' };
  } catch (thrown) {
    if (!(thrown instanceof StoreUnavailable)) throw thrown;
    return error(
      `the database is not writable: ${thrown.reason}, ${thrown.message}`,
      'check the free space and the owner of the file and its folder',
    );
  }
}
