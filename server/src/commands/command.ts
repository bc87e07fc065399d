import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { openExistingStore, openStore, STORE_MISSING, type Store } from '../store.ts';
import type { Context } from '../actions/context.ts';
import { ConfigError, readConfig, type Config, type Environment } from '../config.ts';
import { Problem } from '../problem.ts';

/** The input and output of a command besides its arguments. */
export interface Terminal {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Environment;
  /** Returns all of standard input. */
  readonly readInput: () => string;
}

/** Exit codes, documented in docs/operate/commands.md. */
export const EXIT = { ok: 0, failed: 1, usage: 2, store: 3 } as const;

/** Thrown by a command that has already reported its error; only the exit code remains to be set. */
export class Failed extends Error {
  override readonly name = 'Failed';
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Ends a command with an exit code. Throws `Failed` unless it is `EXIT.ok`. */
export function endWith(exitCode: number): void {
  if (exitCode !== EXIT.ok) throw new Failed(exitCode);
}

/** The setting that identifies the database of a command. */
const STORE_SETTING = 'DATABASE_URL';

/** The result of a command: a JSON document or lines of text, and its exit code. */
export interface Report {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
  /** Lines for standard error that do not change the exit code. */
  readonly warnings?: readonly string[];
}

/** Maps the first part of an error's JSON pointer to the option or argument with that value. */
export type OptionNames = Readonly<Record<string, string>>;

interface StoreCommand<Arguments extends unknown[]> {
  /** Whether the command may create the database. All other commands require an existing one. */
  readonly makesStore?: (...args: NoInfer<Arguments>) => boolean;
  /** Runs before the database is opened, and so before it is created: reads other input. */
  readonly before?: (config: Config, ...args: NoInfer<Arguments>) => Promise<void>;
  /** The options that the errors of an action refer to; such errors end the command with `EXIT.usage`. */
  readonly names?: OptionNames;
  /** Rejects options that contradict each other, before the database is opened. */
  readonly check?: (refuse: (message: string) => never, ...args: NoInfer<Arguments>) => void;
}

/**
 * Adds the `--json` flag to a command and runs it with the open database; prints one report, or the error.
 */
export function storeCommand<Arguments extends unknown[]>(
  command: Command,
  terminal: Terminal,
  run: (ctx: Context, config: Config, ...args: Arguments) => Promise<Report>,
  { makesStore, before, names, check }: StoreCommand<Arguments> = {},
): Command {
  return command.option('--json', 'print one JSON document').action(async (...given: unknown[]) => {
    // Commander appends the command itself to arguments and options.
    const args = given.slice(0, -1) as Arguments;
    check?.((message) => command.error(`error: ${message}`), ...args);
    const json = command.opts<{ json?: boolean }>().json === true;
    const work = async (): Promise<Report> => {
      const config = readConfig(terminal.environment);
      await before?.(config, ...args);
      const isMade = makesStore?.(...args) ?? false;
      const store = await (isMade ? openStore(config) : openExistingStore(config));
      if (store.isNew) say(terminal, createdStore(store));
      try {
        return await run(store.ctx, config, ...args);
      } finally {
        await store.close();
      }
    };
    endWith(await report(terminal, json, work, names ? { names } : {}));
  });
}

/** Printed so that a wrong path is noticed when it creates a database. */
export function createdStore({ ctx }: Store): string {
  return `created a new database at ${ctx.db.location}`;
}

/** How errors are printed. */
interface Wording {
  /** The setting or option that identifies the database. */
  readonly setting?: string;
  readonly names?: OptionNames;
}

export async function report(
  terminal: Terminal,
  json: boolean,
  run: () => Promise<Report>,
  wording: Wording = {},
): Promise<number> {
  try {
    const { json: document, text, exitCode = EXIT.ok, warnings = [] } = await run();
    for (const warning of warnings) say(terminal, `warning: ${warning}`);
    terminal.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`);
    return exitCode;
  } catch (error) {
    if (json) {
      const document = { error: errorDocument(error, wording) };
      terminal.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    }
    return reportError(terminal, error, wording);
  }
}

function errorDocument(error: unknown, { names }: Wording): object {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof Problem) {
    const errors = error.issues?.map((issue) => {
      const option = optionOf(issue.pointer, names)?.option;
      return option === undefined ? issue : { option, ...issue };
    });
    return { code: error.code, detail, errors };
  }
  if (error instanceof ConfigError) return { code: 'bad_setting', detail };
  if (isNamed(error, 'StoreTooNew')) return { code: 'store_too_new', detail };
  if (isMissingStore(error)) return { code: 'store_missing', detail };
  return { code: isNamed(error, 'StoreUnavailable') ? 'store_unavailable' : 'internal', detail };
}

function say({ stderr }: Terminal, line: string): void {
  stderr.write(`smartlink: ${line}\n`);
}

/** Prints an error on standard error, one line for each issue, and returns the exit code. */
export function reportError(
  terminal: Terminal,
  error: unknown,
  { setting = STORE_SETTING, names }: Wording = {},
): number {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Problem) {
    for (const { pointer, detail } of error.issues ?? []) {
      const named = optionOf(pointer, names);
      const where = named ? `${named.option}${named.rest && ` ${named.rest}`}` : pointer;
      say(terminal, `${where || 'the document'} ${detail}`);
    }
    if (!error.issues) say(terminal, message);
    return error.issues && names ? EXIT.usage : EXIT.failed;
  }
  if (error instanceof ConfigError) {
    say(terminal, message);
    return EXIT.usage;
  }
  if (isMissingStore(error)) {
    // If the command line itself names the databases, no other command creates them.
    const advice =
      setting === STORE_SETTING
        ? ` (${setting}). Check the setting and the working directory; serve, migrate, apply and app create create a new database`
        : '';
    say(terminal, message + advice);
    return EXIT.store;
  }
  if (isNamed(error, 'StoreTooNew')) {
    say(terminal, message);
    return EXIT.store;
  }
  if (isNamed(error, 'StoreUnavailable')) {
    say(terminal, `the database cannot be used (${setting}): ${message}`);
    return EXIT.store;
  }
  say(terminal, message);
  return EXIT.failed;
}

/** Returns the option that a JSON pointer refers to, and the path in its value: `--metadata`, `/coupon/0`. */
function optionOf(
  pointer: string,
  names: OptionNames | undefined,
): { readonly option: string; readonly rest: string } | undefined {
  const [, field = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  const option = names?.[field];
  // `--tag` can be repeated; the message contains the value.
  return option === undefined ? undefined : { option, rest: /^\/\d+$/.test(rest) ? '' : rest };
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

function isMissingStore(error: unknown): boolean {
  return (
    isNamed(error, 'StoreUnavailable') && (error as { reason?: unknown }).reason === STORE_MISSING
  );
}

/** Formats rows as aligned columns with a heading. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...rows].map((row) => (row[column] ?? '').length)),
  );
  return [heading, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats a time: `2026-11-21 07:53:55Z`, or `never`. */
export function when(time: number | null): string {
  return time === null
    ? 'never'
    : new Date(time)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z');
}
