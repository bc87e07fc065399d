import { readFileSync } from 'node:fs';
import { run } from './commands/run.ts';

const { stdin, stdout, stderr, env: environment } = process;
// A reader that stops early (`smartlink app list | head -1`) is not an error.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const readInput = (): string => readFileSync(0, 'utf8');
const terminal = { stdout, stderr, environment, readInput, input: () => stdin };
process.exitCode = await run(process.argv.slice(2), terminal);
