/**
 * A JSON document as it was written: members in order, numbers with their spelling. `JSON.parse` loses the spelling
 * of numbers and moves integer keys to the front.
 */
export type JsonNode = JsonLeaf | JsonList | JsonObject;

/** The position of a node in the text, in UTF-16 code units, and its source text. */
interface SourceRange {
  readonly start?: number;
  readonly end?: number;
  /** Left out: the node is new and has no source text. */
  readonly source?: string;
}

export interface JsonLeaf extends SourceRange {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  /** The value of a string without quotes and escapes; for others, the source text. */
  readonly text: string;
}

export interface JsonList extends SourceRange {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
  readonly keyStart?: number;
  readonly keyEnd?: number;
  readonly keySource?: string;
}

export interface JsonObject extends SourceRange {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}

/** Keys and array indexes from the root of the document to a node. */
export type JsonPath = readonly (string | number)[];

/** RFC 6901: `['a/b', 0]` is `/a~1b/0`. */
export function pointerOf(path: JsonPath): string {
  return path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  // If a key is repeated, the last member counts.
  return node?.kind === 'object'
    ? node.members.findLast((member) => member.key === key)
    : undefined;
}

interface NearestNode {
  /** Array indexes are numbers. */
  readonly path: JsonPath;
  readonly node: JsonNode;
  /** The member whose value is the node; undefined: the node is the root or an element of an array. */
  readonly member: JsonMember | undefined;
  /** The steps of the pointer that do not exist. */
  readonly missing: readonly string[];
}

/** The node at a JSON pointer. If there is none, the node that would contain it. */
export function findNearest(root: JsonNode, pointer: string): NearestNode {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path: (string | number)[] = [];
  let found: Pick<NearestNode, 'node' | 'member'> = { node: root, member: undefined };
  for (const [index, step] of steps.entries()) {
    const { node } = found;
    const isArray = node.kind === 'array';
    const member = isArray ? undefined : memberOf(node, step);
    const next = isArray ? node.items[Number(step)] : member?.value;
    if (next === undefined) return { path, ...found, missing: steps.slice(index) };
    path.push(isArray ? Number(step) : step);
    found = { node: next, member };
  }
  return { path, ...found, missing: [] };
}

/**
 * A text that is the same for equal documents. The order of keys and white space are ignored; the spelling of numbers
 * is not.
 */
export function canonicalOf(node: JsonNode): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text);
    case 'array':
      return `[${node.items.map(canonicalOf).join(',')}]`;
    case 'object': {
      const members = node.members.toSorted((a, b) => (a.key < b.key ? -1 : 1));
      return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${canonicalOf(value)}`).join(',')}}`;
    }
    default:
      return node.text;
  }
}

/** Are both the same document, or both undefined? The order of keys is ignored. */
export function isSame(a: JsonNode | undefined, b: JsonNode | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return a === b;
  if (a.kind !== b.kind) return false;
  if (a.kind === 'array' || a.kind === 'object') return canonicalOf(a) === canonicalOf(b);
  return a.text === (b as JsonLeaf).text;
}

/** Are both the same document, with keys in the same order? */
export function isSameInOrder(a: JsonNode, b: JsonNode): boolean {
  if (a === b) return true;
  if (a.kind === 'array') {
    return (
      b.kind === 'array' &&
      a.items.length === b.items.length &&
      a.items.every((item, index) => isSameInOrder(item, b.items[index]!))
    );
  }
  if (a.kind === 'object') {
    return (
      b.kind === 'object' &&
      a.members.length === b.members.length &&
      a.members.every(({ key, value }, index) => {
        const other = b.members[index]!;
        return key === other.key && isSameInOrder(value, other.value);
      })
    );
  }
  return a.kind === b.kind && a.text === b.text;
}
