import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that are published. */
const PACKAGES = ['client', 'dashboard', 'server'];

/** The address of a repository as npm compares it: without what `git` needs. */
function addressOf(url) {
  return url?.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** What is wrong with the `repository` of a package: text; undefined: nothing. */
function issueOf(folder, name, expected) {
  const { repository } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
  const found = addressOf(typeof repository === 'string' ? repository : repository?.url);
  if (found === expected) return undefined;
  const now = found === undefined ? 'has no `repository`' : `has the repository ${found}`;
  return `${name}/package.json ${now}; npm refuses it, because the provenance says ${expected}. Run and commit:
  npm pkg set -w ${name} repository.type=git repository.url=git+${expected}.git repository.directory=${name}`;
}

// `node scripts/release-repository.js https://github.com/owner/name`: checks the packages in the current folder.
const [, , expected = ''] = process.argv;
const issues = PACKAGES.flatMap((name) => issueOf(process.cwd(), name, expected) ?? []);
for (const issue of issues) process.stderr.write(`${issue}\n`);
if (issues.length > 0) process.exitCode = 1;
