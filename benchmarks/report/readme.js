import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const START = '<!-- result: written by `npm run bench -- --write` -->';
const END = '<!-- end of result -->';

/** Puts a result between the markers of the README, in place of the one before. */
export async function writeIntoReadme(result) {
  const text = readFileSync(README, 'utf8');
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start === -1 || end < start) throw new Error('benchmarks/README.md has lost its markers');
  const before = text.slice(0, start + START.length);
  const written = `${before}\n\n${result.trim()}\n\n${text.slice(end)}`;
  // The check of the repository wants every file as prettier writes it.
  const style = await resolveConfig(README);
  writeFileSync(README, await format(written, { ...style, filepath: README }));
}
