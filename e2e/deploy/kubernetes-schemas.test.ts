import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { it } from 'node:test';
import ts from 'typescript';
import { temporaryFolder } from '#server/test/harness.ts';
import { homeOf, takeFromNpm } from '../npm-cache.ts';
import { unlessPassed } from '../unless-passed.ts';
import { autoscalerByVisits, deployment, manifests, type Manifest } from './manifests.ts';

// Checks the manifests with the schemas of Kubernetes, which have a type and a function for each kind:
// the types detect unknown fields, the function detects wrong values. Installed when first needed (25 MB). Manifests that passed the last time
// are not checked again.

const [NAME, VERSION] = ['kubernetes-models', '5.1.0'];

type Kinds = Record<string, new (data: Manifest) => { validate(): void }>;

/** Replaces fields of the specification by wrong ones, so that the test is known to find them. */
const wrong = (fields: object): Manifest => ({
  ...deployment,
  spec: { ...deployment.spec, ...fields },
});

it('deploy/kubernetes matches the schemas of Kubernetes', { timeout: 600_000 }, async (t) => {
  const home = homeOf(NAME, VERSION);
  const folder = join(home, 'node_modules', NAME);
  takeFromNpm(home, NAME, VERSION, (made) => existsSync(join(made, 'node_modules', NAME)));
  if (!existsSync(folder)) {
    assert.notEqual(process.env.CI, 'true', `${NAME} could not be installed`);
    return t.skip(`${NAME} could not be installed`);
  }
  // kustomize has no schema there; the other tests check its file.
  const checked = manifests.map(([, one]) => one).filter(({ kind }) => kind !== 'Kustomization');
  const right = [...checked, autoscalerByVisits()];
  assert.ok(right.length > 5);
  const input = [VERSION, right, deployment];
  const about = { name: NAME, test: import.meta.url, input };
  await unlessPassed(t, about, () => checkAll(folder, right));
});

async function checkAll(folder: string, right: readonly Manifest[]): Promise<void> {
  const unknown = unknownFields(folder, [...right, wrong({ replica: 3 })]);
  assert.equal(unknown.length, 1, unknown.join('\n'));
  assert.match(unknown[0] ?? '', /"replica"' does not exist/);
  for (const manifest of right) await validate(folder, manifest);
  const text = wrong({ replicas: 'three' });
  await assert.rejects(validate(folder, text), /replicas must be integer/);
}

/** Compiles the manifests as objects of their types. */
function unknownFields(folder: string, all: readonly Manifest[]): string[] {
  const program = join(temporaryFolder(), 'manifests.ts');
  const lines = all.map((manifest, at) => {
    const from = JSON.stringify(join(folder, manifest.apiVersion, `${manifest.kind}.js`));
    const type = `import(${from}).I${manifest.kind}`;
    return `export const manifest${at}: ${type} = ${JSON.stringify(manifest)};`;
  });
  writeFileSync(program, lines.join('\n'));
  const compiled = ts.createProgram([program], {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

async function validate(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, manifest.apiVersion, `${manifest.kind}.js`);
  const kinds = (await import(pathToFileURL(file).href)) as Kinds;
  const Kind = kinds[manifest.kind] ?? assert.fail(manifest.kind);
  new Kind(manifest).validate();
}
