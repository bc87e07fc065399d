import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { ourFiles } from '../docs/markdown.ts';
import { text } from './deployment.ts';

export const FOLDER = 'deploy/kubernetes';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
  // The other fields depend on the kind.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [more: string]: any;
}

/** The names of the files, and what they contain. */
export const manifests = ourFiles('.yaml')
  .filter((path) => path.startsWith(`${FOLDER}/`))
  .map((path) => [path.slice(FOLDER.length + 1), parse(text(path)) as Manifest] as const);

export const find = (kind: string): Manifest =>
  manifests.find(([, manifest]) => manifest.kind === kind)?.[1] ?? assert.fail(kind);

export const kustomization = find('Kustomization');
export const deployment = find('Deployment');
export const pod = deployment.spec.template.spec;
export const [container] = pod.containers;

export const settings = Object.fromEntries(
  (kustomization.configMapGenerator[0].literals as string[]).map((literal) => {
    const at = literal.indexOf('=');
    return [literal.slice(0, at), literal.slice(at + 1)];
  }),
);

/** The autoscaler with the metric that is a comment in its file. */
export function autoscalerByVisits(): Manifest {
  const lines = text(`${FOLDER}/horizontalpodautoscaler.yaml`).split('\n');
  const first = lines.findIndex((line) => line.startsWith('    # - type:'));
  assert.ok(first > 0);
  const all = lines.map((line, at) => (at < first ? line : line.replace('    # ', '    ')));
  return parse(all.join('\n')) as Manifest;
}
