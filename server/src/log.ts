import { pino, type Logger } from 'pino';
import type { LogLevel } from './read-setting.ts';

export type Log = Logger;

/** JSON lines on standard error. Tokens and headers are never logged. */
export function createLog(level: LogLevel): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
}
