const NAME = /^smartlink-\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/;
/** What a folder that is not complete, or no longer complete, ends with. */
export const PARTIAL = '.partial';

/** The folder of a scheduled backup. Names sort by time. `now`: milliseconds since 1970-01-01 UTC. */
export function backupName(now: number): string {
  return `smartlink-${new Date(now).toISOString().replaceAll(':', '')}`;
}

/** Whether the service gave this name to a backup. */
export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** Whether the service gave this name to a backup that is not complete. */
export function isPartialName(name: string): boolean {
  return name.endsWith(PARTIAL) && isBackupName(name.slice(0, -PARTIAL.length));
}

/**
 * The backups to delete, oldest first, so that the newest `keep` remain. Other names are never among them. `made`: the
 * newest one. A later name is from a wrong clock, so that backup is deleted first.
 */
export function surplusBackups(names: readonly string[], keep: number, made: string): string[] {
  const all = names.filter(isBackupName).toSorted();
  const own = [...all.filter((name) => name > made), ...all.filter((name) => name <= made)];
  return own.slice(0, Math.max(0, own.length - Math.max(1, keep)));
}
