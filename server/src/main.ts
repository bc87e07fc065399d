import { readFileSync } from 'node:fs';
import { run } from './commands/run.ts';

const { stdout, stderr, env: environment } = process;
// A reader that stops early (`smartlink app list | head -1`) is not an error.
stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const readInput = (): string => readFileSync(0, 'utf8');
process.exitCode = await run(process.argv.slice(2), { stdout, stderr, environment, readInput });
