import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, PROGRAM, SHOP, smartlink, temporaryFolder } from '../harness.ts';
import { newMigratedStore } from '../store.ts';

/** An app in a new database, with commands on its links. */
export async function shop() {
  const environment = { DATABASE_URL: await newMigratedStore() };
  const folder = temporaryFolder();
  const run = (args: readonly string[], input?: string) => smartlink(args, environment, input);
  const applied = await run(['apply', '-'], JSON.stringify(SHOP));
  assert.equal(applied.code, 0, applied.stderr);
  const link = (what: string, ...args: string[]) => run(['link', what, '--app', 'shop', ...args]);
  const importText = (text: string | Uint8Array, ...args: string[]) => {
    const file = join(folder, 'links.csv');
    writeFileSync(file, text);
    return link('import', file, ...args);
  };
  const exported = async (...args: string[]): Promise<string> => {
    const ran = await link('export', ...args);
    assert.equal(ran.code, 0, ran.stderr);
    return ran.stdout;
  };
  /** All links, by their external ids. */
  const links = async () => {
    const lines = (await exported('--format', 'ndjson')).split('\n').slice(0, -1);
    const all = lines.map((line) => JSON.parse(line)); // oxlint-disable-line typescript/no-unsafe-return
    return new Map(all.map((one) => [one.external_id as string, one]));
  };
  return { folder, environment, run, link, importText, exported, links };
}

/** An import of its standard input in a process of its own. */
export function startImport(environment: Record<string, string>, ...options: readonly string[]) {
  const args = ['link', 'import', '--app', 'shop', ...options, '-'];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  afterAll(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return { child, output: () => output };
}
