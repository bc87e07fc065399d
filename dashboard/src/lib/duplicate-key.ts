import { pointerOf, type JsonNode } from './json-node.ts';

/** The pointer of the first key that occurs twice in its object; undefined: there is none. */
export function duplicateKeyOf(node: JsonNode): string | undefined {
  if (node.kind === 'array') return firstOf(node.items.map((item, index) => [index, item]));
  if (node.kind !== 'object') return undefined;
  const seen = new Set<string>();
  for (const { key } of node.members) {
    if (seen.has(key)) return pointerOf([key]);
    seen.add(key);
  }
  return firstOf(node.members.map(({ key, value }) => [key, value]));
}

function firstOf(children: readonly (readonly [string | number, JsonNode])[]): string | undefined {
  for (const [step, child] of children) {
    const found = duplicateKeyOf(child);
    if (found !== undefined) return pointerOf([step]) + found;
  }
  return undefined;
}
