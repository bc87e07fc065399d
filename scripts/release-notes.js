import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The section of a version in the changelog, without its heading. Throws if there is none or it is empty. */
export function releaseNotes(version) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const section = changelog.split(/^## /m).find((one) => /^\S+/.exec(one)?.[0] === version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no section ${version}`);
  return notes;
}

// `node scripts/release-notes.js 0.1.0`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${releaseNotes(process.argv[2])}\n`);
}
