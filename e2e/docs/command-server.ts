import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '#server/src/commands/program.ts';

// Runs the commands of pages in one process, because starting a process takes longer than most
// commands. A request names a folder with the arguments of the command; the output is written to
// the same folder.

const [, , socket = ''] = process.argv;

createServer((request, response) => {
  let folder = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (folder += chunk));
  request.on('end', () => void runIn(folder).then(() => response.end()));
}).listen(socket, () => process.send?.('listening'));

async function runIn(folder: string): Promise<void> {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const list = (name: string): string[] => read(name).split('\0').slice(0, -1);
  const [workingFolder = '', ...args] = list('arguments');
  process.chdir(workingFolder);
  const environment = Object.fromEntries(
    list('environment').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  const [stdout, stderr] = [new Collector(), new Collector()];
  const input = (): Readable =>
    Readable.from([Buffer.from(existsSync(join(folder, 'input')) ? read('input') : '')]);
  const code = await run(args, { stdout, stderr, environment, programName: 'smartlink', input });
  for (const [name, text] of Object.entries({ stdout: stdout.text, stderr: stderr.text, code })) {
    writeFileSync(join(folder, name), String(text));
  }
}

/** Collects what is written to it. */
class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
