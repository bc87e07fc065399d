import { CommanderError } from 'commander';
import { complain, EXIT, type Terminal } from './commands/command.ts';
import { program } from './commands/program.ts';

const { stdout, stderr, env } = process;
const terminal: Terminal = { stdout, stderr, environment: env };
// A reader that has seen enough (`smartlink app list | head -1`) is no fault of ours.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  await program(terminal).parseAsync(process.argv);
} catch (error) {
  const misused = error instanceof CommanderError;
  if (!misused) process.exitCode = complain(terminal, error);
  else if (error.exitCode !== 0) process.exitCode = EXIT.usage;
}
