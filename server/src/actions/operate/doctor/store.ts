import { BLOCK_LINKS } from '../../../domain/search/block.ts';
import { findCopy } from '../../../storage/copies.ts';
import { indexProgress } from '../../../storage/search-index.ts';
import { StoreUnavailable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import type { Finding } from './finding.ts';

/** Checks whether the database is intact, writable and consistent. */
export async function examineStore(ctx: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  const damage = await ctx.db.check();
  findings.push(
    damage === undefined
      ? { level: 'ok', what: 'the database is intact' }
      : {
          level: 'error',
          what: `the database is damaged: ${damage}`,
          advice: 'restore the last backup',
        },
  );
  try {
    await ctx.db.probe();
    findings.push({ level: 'ok', what: 'the database is writable' });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    findings.push({
      level: 'error',
      what: `the database is not writable: ${error.reason}, ${error.message}`,
      advice: 'check the free space and the owner of the file and its folder',
    });
  }
  const { indexed, last } = await indexProgress(ctx.db);
  if (last >= BLOCK_LINKS) {
    findings.push({ level: 'ok', what: `the search index has ${indexed} of ${last} links` });
  }
  if (await findCopy(ctx.db)) {
    findings.push({
      level: 'error',
      what: 'a copy of another database into this one is not finished',
      advice:
        'run the same smartlink copy again, and do not start the service before it is complete',
    });
  }
  return findings;
}
