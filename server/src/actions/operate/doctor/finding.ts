import type { Platform } from '../../../domain/app/platform.ts';

/** `hint`: possibly intended; `warning`: some visitors get less than they could; `error`: broken. */
export interface Finding {
  readonly level: 'ok' | 'hint' | 'warning' | 'error';
  readonly what: string;
  /** What to do; undefined if there is nothing to fix. */
  readonly advice?: string;
}

export function error(what: string, advice: string): Finding {
  return { level: 'error', what, advice };
}

export function warning(what: string, advice: string): Finding {
  return { level: 'warning', what, advice };
}

export function hint(what: string, advice: string): Finding {
  return { level: 'hint', what, advice };
}

/** A field of an app that a finding is about. */
export interface FindingLocation {
  /**
   * A JSON pointer into the app in the format of an apply file, with templates by name; or `/links`, `/members`,
   * `/tokens` or `/webhooks/{id}`, which are not in the file.
   */
  readonly where: string;
  /** The finding at this location; undefined: the text of the finding. */
  readonly what?: string;
  /** What to do without a shell; undefined: the advice of the finding. */
  readonly fix?: string;
}

/** A finding about one app, as text without its name. */
export interface AppFinding extends Finding {
  readonly locations: readonly FindingLocation[];
}

/**
 * Returns the command that sets these platforms of an app. `program` is its name in advice. An apply file replaces a whole platform, so the
 * settings must be complete. Missing values are written as `ADDRESS`, which is rejected until it is replaced.
 */
export function applyCommand(
  program: string,
  app: string,
  platforms: Readonly<Partial<Record<Platform, object>>>,
): string {
  const isDefault = (key: string, value: unknown): boolean =>
    (key === 'enabled' && value === true) || (key === 'fallback' && value === '');
  const file = JSON.stringify({ apps: [{ name: app, platforms }] }, (key, value: unknown) =>
    isDefault(key, value) ? undefined : value,
  );
  return `echo '${file.replaceAll("'", "'\\''")}' | ${program} apply -`;
}

export const ADDRESS = 'ADDRESS';
