import type { Readable, Writable } from 'node:stream';
import { ConfigError, type Environment } from '../config.ts';
import { escapeControls } from '../domain/text/escape-controls.ts';
import { Problem } from '../problem.ts';
import { STORE_MISSING } from '../store.ts';

/** What a command reads and writes besides its arguments. */
export interface Terminal {
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly environment: Environment;
  /** How a command begins in advice: `npx smartlink`. */
  readonly programName: string;
  /** Standard input, in pieces. */
  readonly input: () => Readable;
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

/** What names the database that a command works on. */
const STORE_SETTING = 'DATABASE_URL';

/** The result of a command: one JSON document, or lines for a person. */
export interface Report {
  readonly json: unknown;
  /** Undefined: the command has printed its result. */
  readonly text: string | undefined;
  readonly exitCode?: number;
  /** Lines for standard error about the result, so that standard output has only that. */
  readonly notes?: readonly string[];
  /** The same for what may be wrong. */
  readonly warnings?: readonly string[];
}

/** An option or argument, by the first part of the JSON pointer to its value in an error. */
export type OptionNames = Readonly<Record<string, string>>;

/** The names that errors use. */
export interface Wording {
  /** What names the database that the command works on. */
  readonly setting?: string;
  /** What the errors of an action are about on the command line; they then end with `EXIT.usage`. */
  readonly names?: OptionNames;
}

export async function report(
  terminal: Terminal,
  json: boolean,
  run: () => Promise<Report>,
  wording: Wording = {},
): Promise<number> {
  try {
    const { json: document, text, exitCode = EXIT.ok, notes = [], warnings = [] } = await run();
    for (const note of notes) say(terminal, note);
    for (const warning of warnings) say(terminal, `warning: ${warning}`);
    if (json) terminal.stdout.write(`${jsonText(document)}\n`);
    else if (text !== undefined) terminal.stdout.write(`${printable(text)}\n`);
    return exitCode;
  } catch (error) {
    if (json) {
      const document = { error: errorDocument(error, wording) };
      terminal.stdout.write(`${jsonText(document)}\n`);
    }
    return reportError(terminal, error, wording);
  }
}

function errorDocument(error: unknown, { names }: Wording): object {
  const code = codeOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Problem)) return { code, detail };
  const errors = error.issues?.map((issue) => {
    const option = optionOf(issue.pointer, names)?.option;
    return option === undefined ? issue : { option, ...issue };
  });
  // A command has no body.
  return { code, detail: detail.replace(/^The body /, 'The file '), errors };
}

function codeOf(error: unknown): string {
  if (error instanceof Problem) return error.code;
  if (error instanceof ConfigError) return 'bad_setting';
  const { name = '', reason }: { readonly name?: string; readonly reason?: unknown } =
    error instanceof Error ? error : {};
  if (name === 'StoreTooNew') return 'store_too_new';
  if (name !== 'StoreUnavailable') return 'internal';
  return reason === STORE_MISSING ? 'store_missing' : 'store_unavailable';
}

/** Writes a line to standard error. */
export function say({ stderr }: Terminal, line: string): void {
  stderr.write(`smartlink: ${printable(line)}\n`);
}

/**
 * A text for a terminal. Characters that control it become spaces, except for line breaks and tabs: metadata, and the names in
 * a file, can be of anyone.
 */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what must not reach a terminal
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');
}

function jsonText(document: unknown): string {
  return escapeControls(JSON.stringify(document, null, 2));
}

/** Writes an error to standard error, one line for each issue, and returns the exit code. */
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
      say(terminal, `${where || 'the file'} ${detail}`);
    }
    if (!error.issues) say(terminal, message);
    return error.issues && names ? EXIT.usage : EXIT.failed;
  }
  const code = codeOf(error);
  say(terminal, lineOf(code, error, message, setting));
  if (code === 'internal') return EXIT.failed;
  return code === 'bad_setting' ? EXIT.usage : EXIT.store;
}

function lineOf(code: string, error: unknown, message: string, setting: string): string {
  // This advice is wrong for a database that the command line names.
  if (code === 'store_missing' && setting === STORE_SETTING) {
    return `${message} (${setting}). Check the setting and the working directory; only serve, migrate, apply and \`app create\` make a new database`;
  }
  if (code !== 'store_unavailable') return message;
  const { setting: other } = error as { readonly setting?: string };
  const which =
    other === undefined
      ? `database cannot be used (${setting})`
      : `click store cannot be used (${other})`;
  return `the ${which}: ${message}`;
}

/** The option that a JSON pointer is about, and where in its value: `--metadata`, `/coupon/0`. */
function optionOf(
  pointer: string,
  names: OptionNames | undefined,
): { readonly option: string; readonly rest: string } | undefined {
  // Parameters of a query are options of the command.
  const [, field = '', rest = ''] = /^(?:\/query)?\/([^/]*)(.*)$/s.exec(pointer) ?? [];
  const option = names?.[field];
  // `--tag` can be repeated; the message says which one is meant.
  return option === undefined ? undefined : { option, rest: /^\/\d+$/.test(rest) ? '' : rest };
}
