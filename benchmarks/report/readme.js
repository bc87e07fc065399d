import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
/** The markers of the results in the README. */
const BLOCKS = {
  result: '<!-- result: written by `npm run bench -- --write` -->',
  engines: '<!-- engines: written by `npm run bench -- --engines --write` -->',
  manage: '<!-- manage: written by `npm run bench -- --manage --write` -->',
  peers: '<!-- peers: written by `npm run bench -- --peers --write` -->',
  dashboard: '<!-- dashboard: written by `npm run bench -- --dashboard --write` -->',
};

/**
 * Replaces the result between the markers in the README.
 * @param {string} result
 * @param {keyof typeof BLOCKS} block
 */
export async function writeIntoReadme(result, block) {
  const text = readFileSync(README, 'utf8');
  const start = text.indexOf(BLOCKS[block]);
  const end = text.indexOf(`<!-- end of ${block} -->`);
  if (start === -1 || end < start) throw new Error('benchmarks/README.md has lost its markers');
  const before = text.slice(0, start + BLOCKS[block].length);
  const written = `${before}\n\n${result.trim()}\n\n${text.slice(end)}`;
  // Formatted with Prettier, because `npm run check` requires it.
  const style = await resolveConfig(README);
  writeFileSync(README, await format(written, { ...style, filepath: README }));
}
