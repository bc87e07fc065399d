import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import { openStore } from '../store.ts';
import type { Context } from '../actions/context.ts';
import { ConfigError, readConfig, type Config, type Environment } from '../config.ts';
import { Problem } from '../problem.ts';

/** What a command reads and writes besides its arguments. */
export interface Terminal {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Environment;
}

/** Exit codes; in docs/operate/commands.md too. */
export const EXIT = { ok: 0, failed: 1, usage: 2, store: 3 } as const;

/** What names the store that a command works on. */
const STORE_SETTING = 'DATABASE_URL';

/** What a command says: one JSON document, or lines for a person, and whether all is well. */
export interface Report {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
}

/** Gives a command its `--json` flag, the open store, one report, and errors that can be read. */
export function storeCommand<Arguments extends unknown[]>(
  command: Command,
  terminal: Terminal,
  run: (ctx: Context, config: Config, ...args: Arguments) => Promise<Report>,
): Command {
  return command.option('--json', 'print one JSON document').action(async (...given: unknown[]) => {
    // Commander adds the command itself behind arguments and options.
    const args = given.slice(0, -1) as Arguments;
    const json = command.opts<{ json?: boolean }>().json === true;
    process.exitCode = await report(terminal, json, async () => {
      const config = readConfig(terminal.environment);
      const store = await openStore(config);
      try {
        return await run(store.ctx, config, ...args);
      } finally {
        await store.close();
      }
    });
  });
}

export async function report(
  terminal: Terminal,
  json: boolean,
  run: () => Promise<Report>,
  named = STORE_SETTING,
): Promise<number> {
  try {
    const { json: document, text, exitCode = EXIT.ok } = await run();
    terminal.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${text}\n`);
    return exitCode;
  } catch (error) {
    if (json)
      terminal.stdout.write(`${JSON.stringify({ error: errorDocument(error) }, null, 2)}\n`);
    return complain(terminal, error, named);
  }
}

function errorDocument(error: unknown): object {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof Problem) return { code: error.code, detail, errors: error.faults };
  if (error instanceof ConfigError) return { code: 'bad_setting', detail };
  if (isNamed(error, 'StoreTooNew')) return { code: 'store_too_new', detail };
  return { code: isNamed(error, 'StoreUnavailable') ? 'store_unavailable' : 'internal', detail };
}

/** Says on standard error what is wrong, a line for each fault, and returns the exit code. */
export function complain(terminal: Terminal, error: unknown, named = STORE_SETTING): number {
  const say = (line: string): void => void terminal.stderr.write(`smartlink: ${line}\n`);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Problem) {
    if (error.faults)
      for (const { pointer, detail } of error.faults) say(`${pointer || 'the document'} ${detail}`);
    else say(message);
    return EXIT.failed;
  }
  if (error instanceof ConfigError) {
    say(message);
    return EXIT.usage;
  }
  if (isNamed(error, 'StoreTooNew')) {
    say(message);
    return EXIT.store;
  }
  if (isNamed(error, 'StoreUnavailable')) {
    say(`the store cannot be used (${named}): ${message}`);
    return EXIT.store;
  }
  say(message);
  return EXIT.failed;
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** The members of an object by the names that the API uses: `redeemLimit` is `redeem_limit`. */
export function snakeCase(object: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** The value of an option that may come more than once. */
export function collected(value: string, before?: readonly string[] | false): readonly string[] {
  return [...(before || []), value];
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
