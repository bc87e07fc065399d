import { findCopy } from '../../../storage/copies.ts';
import { StoreUnavailable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import type { Finding } from './finding.ts';

/** Is it sound, can it be written, is it whole? */
export async function examineStore(ctx: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  const damage = await ctx.db.check();
  findings.push(
    damage === undefined
      ? { level: 'ok', what: 'the store is sound' }
      : {
          level: 'error',
          what: `the store is damaged: ${damage}`,
          advice: 'restore the last backup',
        },
  );
  try {
    await ctx.db.probe();
    findings.push({ level: 'ok', what: 'the store can be written' });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    findings.push({
      level: 'error',
      what: `the store cannot be written: ${error.reason}, ${error.message}`,
      advice: 'check the free space and the owner of the file and its folder',
    });
  }
  if (await findCopy(ctx.db)) {
    findings.push({
      level: 'error',
      what: 'a copy of another store into this one is not finished',
      advice:
        'run the same smartlink copy again, and serve nothing from here before it is complete',
    });
  }
  return findings;
}
