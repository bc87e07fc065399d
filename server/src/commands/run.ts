import { CommanderError } from 'commander';
import { program } from './program.ts';
import { EXIT, Failed, reportError, type Terminal } from './report.ts';

/**
 * Runs the command that `args` describe and returns its exit code. Never throws. Input and output use only
 * `terminal`; `serve` also handles SIGINT and SIGTERM of the process.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Failed) return error.exitCode;
    if (!(error instanceof CommanderError)) return reportError(terminal, error);
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}
