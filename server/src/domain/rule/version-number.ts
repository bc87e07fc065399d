/** The numbers of a version: `5.2.1` is `[5, 2, 1]`. */
export type VersionNumber = readonly number[];

const MAX_NUMBERS = 4;

/** The numbers at the beginning of a version, such as `5.2.1-beta (88)`; undefined if there are none. */
export function parseVersion(text: string): VersionNumber | undefined {
  const [numbers] = /^\d{1,9}(?:\.\d{1,9}){0,3}(?!\d)/.exec(text) ?? [];
  return numbers?.split('.').map(Number);
}

/** Negative if `a` is the earlier version, 0 if both are the same: `5.2` is `5.2.0`. */
export function compareVersions(a: VersionNumber, b: VersionNumber): number {
  for (let at = 0; at < MAX_NUMBERS; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
