import { pino, type Logger } from 'pino';
import { withoutSecrets } from './domain/text/sensitive.ts';
import { LineWriter } from './line-writer.ts';
import { textLine } from './log-text.ts';
import type { LogFormat, LogLevel } from './read-setting.ts';

export type Log = Logger;

const STANDARD_ERROR = 2;
/** The level in pino. */
const WARN = 40;
const DROPPED = 'lines of the log were dropped, because they could not be written in time';
/** How many causes of an error are logged, and how much of its texts. */
const MAX_CAUSES = 4;
const MAX_TEXT = 8192;

/** What is logged of an error. Other properties can contain data: PostgreSQL adds values of the row. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * One line on standard error for each entry. Tokens, cookies, query strings, email addresses and IP addresses are never
 * logged: callers pass none, and they are removed from errors.
 */
export function createLog(level: LogLevel, format: LogFormat = 'json'): Log {
  // In the background: visits must not wait for what reads the log, and a full disk must not end the service.
  const lines = new LineWriter(STANDARD_ERROR, {
    collectMs: 0,
    droppedLine: (count) => {
      const entry = { level: WARN, time: new Date().toISOString(), lines: count, msg: DROPPED };
      return shownLine(JSON.stringify(entry) + '\n');
    },
  });
  if (level !== 'silent') process.once('exit', () => lines.writeNow());
  const shownLine = format === 'json' ? (line: string) => line : textLine;
  return pino({ ...LOG_OPTIONS, level }, { write: (line) => lines.write(shownLine(line)) });
}

/** What every log of the service has; tests replace only the output. */
export const LOG_OPTIONS = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: (error: unknown) => loggedError(error) },
};

function loggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: shown(String(error)) };
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: name,
    message: shown(message),
    ...(typeof code === 'string' && { code: shown(code) }),
    ...(stack !== undefined && { stack: shown(stack) }),
    ...(cause !== undefined && causes > 0 && { cause: loggedError(cause, causes - 1) }),
  };
}

function shown(text: string): string {
  return withoutSecrets(text.slice(0, MAX_TEXT));
}
