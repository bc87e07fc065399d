import { memberOf, type JsonNode, type JsonPath } from '../../../lib/json-node.ts';

/** An object or a list in a document, to which something can be added. */
export interface Target {
  readonly path: JsonPath;
  readonly kind: 'object' | 'array';
  readonly size: number;
  readonly keys: ReadonlySet<string>;
}

/** The objects and lists around a location, the document first. `path` has indexes of lists as text or as numbers. */
export function targetsAt(document: JsonNode, path: readonly (string | number)[]): Target[] {
  const targets: Target[] = [];
  let node: JsonNode | undefined = document;
  const here: (string | number)[] = [];
  for (const step of [...path, undefined]) {
    if (node?.kind !== 'object' && node?.kind !== 'array') break;
    targets.push(targetOf(node, [...here]));
    if (step === undefined) break;
    here.push(node.kind === 'array' ? Number(step) : String(step));
    node = node.kind === 'array' ? node.items[Number(step)] : memberOf(node, String(step))?.value;
  }
  return targets;
}

function targetOf(node: JsonNode & { kind: 'object' | 'array' }, path: JsonPath): Target {
  return node.kind === 'array'
    ? { path, kind: 'array', size: node.items.length, keys: new Set() }
    : {
        path,
        kind: 'object',
        size: node.members.length,
        keys: new Set(node.members.map(({ key }) => key)),
      };
}

export const KINDS = ['text', 'number', 'list', 'object'] as const;
export type Kind = (typeof KINDS)[number];

/** Only an element of a list can be an object. */
export function permittedKinds(target: Target): readonly Kind[] {
  return target.kind === 'array' ? KINDS : KINDS.filter((kind) => kind !== 'object');
}
