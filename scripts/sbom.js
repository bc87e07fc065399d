import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepared } from './prepare.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The software bill of materials of what is shipped, as CycloneDX: what an installation of the packages contains, on
 * every processor, and what is bundled into the dashboard, which must be built. `npm sbom --omit dev` alone leaves
 * out the latter, and dependencies that a tool of the developers needs too. So this follows the dependencies itself.
 */
export function softwareBill() {
  const bill = npmBill();
  const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  let dashboard = '';
  for (const workspace of ['client', 'dashboard', 'server']) {
    const file = readFileSync(join(root, workspace, 'package.json'), 'utf8');
    const { name, version, dependencies, optionalDependencies } = JSON.parse(file);
    const declared = { ...dependencies, ...optionalDependencies };
    const ref = `${name}@${version}`;
    const installed = edges.get(ref).filter((one) => nameOf(one) in declared);
    edges.set(ref, installed);
    if (workspace === 'dashboard') dashboard = ref;
  }
  const [start] = edges.keys();
  // The workspace itself ships only its packages.
  edges.set(
    start,
    edges.get(start).filter((ref) => nameOf(ref).startsWith('@smartlink/')),
  );
  const shipped = new Set([start]);
  for (const ref of shipped) {
    const next = edges.get(ref);
    if (next === undefined) throw new Error(`package-lock.json has no ${ref}, which is shipped`);
    for (const one of next) shipped.add(one);
  }
  // Only what the bundle contains, not what these packages would install.
  const bundled = [...bundledInDashboard()];
  const unknown = bundled.filter((ref) => !edges.has(ref));
  if (unknown.length > 0) throw new Error(`package-lock.json has no ${unknown.join(', ')}`);
  for (const ref of bundled) shipped.add(ref);
  edges.set(dashboard, bundled);
  return {
    ...bill,
    components: bill.components.filter((one) => shipped.has(one['bom-ref'])),
    dependencies: [...shipped].map((ref) => ({
      ref,
      dependsOn: edges.get(ref).filter((one) => shipped.has(one)),
    })),
  };
}

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));

/** Reads the lock file only, so that it includes packages for other processors. */
function npmBill() {
  const output = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    },
  );
  return JSON.parse(output);
}

/** Names and versions, such as `react@19.3.1`. */
function bundledInDashboard() {
  const text = readFileSync(join(root, 'dashboard/dist/LICENSES.md'), 'utf8');
  return new Set(
    [...text.matchAll(/^## (\S+) - (\d\S*)/gm)].map(([, name, version]) => `${name}@${version}`),
  );
}

// `npm run --silent sbom > smartlink.cdx.json`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await prepared();
  process.stdout.write(`${JSON.stringify(softwareBill(), undefined, 2)}\n`);
}
