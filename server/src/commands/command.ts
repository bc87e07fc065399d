import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { openExistingStore, openStore, STORE_MISSING, type Store } from '../store.ts';
import type { Context } from '../actions/context.ts';
import { ConfigError, readConfig, type Config, type Environment } from '../config.ts';
import { Problem } from '../problem.ts';

/** What a command reads and writes besides its arguments. */
export interface Terminal {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Environment;
  /** All of standard input. */
  readonly readInput: () => string;
}

/** Exit codes; in docs/operate/commands.md too. */
export const EXIT = { ok: 0, failed: 1, usage: 2, store: 3 } as const;

/** Thrown by a command that has reported why it fails: only the exit code is left to set. */
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

/** What names the store that a command works on. */
const STORE_SETTING = 'DATABASE_URL';

/** What a command says: one JSON document, or lines for a person, and whether all is well. */
export interface Report {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
  /** Lines for standard error that do not make the command fail. */
  readonly warnings?: readonly string[];
}

/** An option or argument by the first part of the JSON pointer that names its value in an error. */
export type OptionNames = Readonly<Record<string, string>>;

interface StoreCommand<Arguments extends unknown[]> {
  /** Says whether the store may be new. All other commands need one that is there. */
  readonly makesStore?: (...args: NoInfer<Arguments>) => boolean;
  /** Reads what is to be read before the store is opened, and so may be made. */
  readonly before?: (config: Config, ...args: NoInfer<Arguments>) => Promise<void>;
  /** What the errors of an action are about on the command line; they then end with `EXIT.usage`. */
  readonly names?: OptionNames;
  /** Refuses options that do not go together, before anything is opened. */
  readonly check?: (refuse: (message: string) => never, ...args: NoInfer<Arguments>) => void;
}

/** Gives a command its `--json` flag, the open store, one report, and errors that can be read. */
export function storeCommand<Arguments extends unknown[]>(
  command: Command,
  terminal: Terminal,
  run: (ctx: Context, config: Config, ...args: Arguments) => Promise<Report>,
  { makesStore, before, names, check }: StoreCommand<Arguments> = {},
): Command {
  return command.option('--json', 'print one JSON document').action(async (...given: unknown[]) => {
    // Commander adds the command itself behind arguments and options.
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

/** A wrong path should be seen where it makes a store. */
export function createdStore({ ctx }: Store): string {
  return `created a new database at ${ctx.db.location}`;
}

/** How an error is put into words. */
interface Wording {
  /** What names the store that the command works on. */
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

/** Says on standard error what is wrong, one line for each error, and returns the exit code. */
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
    // Of several stores that a command line names, none is made by another command.
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

/** The option that a JSON pointer is about, and where in its value: `--metadata`, `/coupon/0`. */
function optionOf(
  pointer: string,
  names: OptionNames | undefined,
): { readonly option: string; readonly rest: string } | undefined {
  const [, field = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  const option = names?.[field];
  // `--tag` may come more than once; which one it is stands in the message.
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

/** Rows as aligned columns under a heading. */
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

/** `2026-11-21 07:53:55Z`, or `never`. */
export function when(time: number | null): string {
  return time === null
    ? 'never'
    : new Date(time)
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, 'Z');
}
