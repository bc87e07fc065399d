import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { run } from './commands/program.ts';
import { receivedStopSignal } from './commands/stop-signals.ts';
import { IS_CHECKOUT, MAIN } from './package-files.ts';
import { programName } from './program-name.ts';

/** How long the process may live on when everything is done. */
const END_MS = 2000;

const { stdout, stderr, env: environment } = process;
stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader that stops early (`smartlink app list | head -1`) is not an error. A command writes its result last, and
  // `process.exitCode` is set in the same turn of the event loop.
  if (code === 'EPIPE') return void setImmediate(() => process.exit());
  stderr.write(`smartlink: cannot write to standard output: ${message}\n`, () => process.exit(1));
});
// If standard error is closed, messages are lost, but the command must complete its work.
stderr.on('error', () => undefined);

// On servers, this file of a clone is started without npm.
const isStartedByNpm = (): boolean => {
  try {
    return realpathSync(process.argv[1] ?? MAIN) !== MAIN;
  } catch {
    // Node.js adds a missing extension.
    return false;
  }
};
const name = programName(environment, IS_CHECKOUT && isStartedByNpm());
const terminal = { stdout, stderr, environment, programName: name, input: () => process.stdin };
process.exitCode = await run(process.argv.slice(2), terminal);
process.once('exit', () => {
  const signal = receivedStopSignal();
  if (signal !== undefined) endBy(signal);
});
for (const stream of [stdout, stderr]) await new Promise((written) => stream.write('', written));
// Normally the process ends by itself, and SQLite closes its files. A connection to a server that has disappeared would keep it.
setTimeout(() => process.exit(), END_MS).unref();

/**
 * Ends the process by a signal that it has handled. Only this tells a shell to end a loop, and a script that the command was
 * stopped.
 */
function endBy(signal: NodeJS.Signals): void {
  // Used if the signal has no effect: the kernel does not end the first process of a container by it.
  process.exitCode = 128 + constants.signals[signal];
  try {
    process.kill(process.pid, signal);
  } catch {
    // Windows cannot send every signal.
  }
}
