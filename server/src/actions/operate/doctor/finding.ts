import type { Platform } from '../../../domain/app/platform.ts';

/** `hint`: may well be meant; `warning`: some visitors get less than they could; `error`: broken. */
export interface Finding {
  readonly level: 'ok' | 'hint' | 'warning' | 'error';
  readonly what: string;
  /** What to do about it; absent when all is well. */
  readonly advice?: string;
}

/** A field of an app that a finding is about. */
export interface FindingLocation {
  /** A JSON pointer into the app as an apply file has it, but that templates go by their names. */
  readonly where: string;
  /** What is found at this place; absent: the finding says it. */
  readonly what?: string;
  /** What to do where there is no shell; absent: as the finding advises. */
  readonly fix?: string;
}

/** A finding about one app, in words that do not name it. */
export interface AppFinding extends Finding {
  readonly locations: readonly FindingLocation[];
}

/**
 * The command that gives platforms of an app these settings. An apply file replaces all that a
 * platform has, so they must be all of them. What is left to fill in is written as `ADDRESS`, which
 * is refused as long as nobody does.
 */
export function applyCommand(
  app: string,
  platforms: Readonly<Partial<Record<Platform, object>>>,
): string {
  const isDefault = (key: string, value: unknown): boolean =>
    (key === 'enabled' && value === true) || (key === 'fallback' && value === '');
  const file = JSON.stringify({ apps: [{ name: app, platforms }] }, (key, value: unknown) =>
    isDefault(key, value) ? undefined : value,
  );
  return `echo '${file.replaceAll("'", "'\\''")}' | smartlink apply -`;
}

export const ADDRESS = 'ADDRESS';
