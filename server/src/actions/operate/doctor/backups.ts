import type { Config } from '../../../config.ts';
import { lastBackup, type LastBackup } from '../../../storage/backups/last-backup.ts';
import type { Context } from '../../context.ts';
import { error, warning, type Finding } from './finding.ts';

const HOUR_MS = 3_600_000;
/** The clocks of the database and of this machine can differ by this much. */
const CLOCK_MS = 5 * 60_000;

/** Checks whether scheduled backups are made. */
export async function examineBackups(
  { db, now }: Context,
  { backupFolder, backupHours }: Pick<Config, 'backupFolder' | 'backupHours'>,
): Promise<Finding[]> {
  if (backupFolder === undefined) return [];
  return [findingOf(await lastBackup(db), now(), backupFolder, backupHours)];
}

function findingOf(last: LastBackup, now: number, folder: string, hours: number): Finding {
  const { succeededAt, error: failure, name, bytes } = last;
  const good =
    succeededAt === null
      ? 'there is no good one'
      : `the last good one is from ${new Date(succeededAt).toISOString()}`;
  if (failure !== null) {
    return error(
      `the last backup failed: ${failure}; ${good}`,
      `check BACKUP_FOLDER, ${folder}; the service tries it again`,
    );
  }
  const advice = 'is the service running with BACKUP_FOLDER? Its log says when it makes a backup';
  if (succeededAt === null) return warning('no backup was made yet', advice);
  if (succeededAt > now + CLOCK_MS) {
    return warning(
      `the last backup is from the future: ${good}`,
      `a clock is or was wrong: check those of the database and of this machine; ${advice}`,
    );
  }
  if (now - succeededAt > 2 * hours * HOUR_MS) {
    return warning(`the last backup is too old: ${good}`, advice);
  }
  return { level: 'ok', what: `the last backup is ${name}, ${bytes} bytes` };
}
