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

/** The node at a JSON pointer, with its path. Array indexes in the path are numbers. */
export function findByPointer(
  root: JsonNode,
  pointer: string,
): { readonly path: JsonPath; readonly node: JsonNode; readonly member?: JsonMember } | undefined {
  const path: (string | number)[] = [];
  let node: JsonNode | undefined = root;
  let member: JsonMember | undefined;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node.kind === 'array') {
      path.push(Number(name));
      member = undefined;
      node = node.items[Number(name)];
    } else {
      path.push(name);
      member = memberOf(node, name);
      node = member?.value;
    }
    if (node === undefined) return undefined;
  }
  return { path, node, ...(member === undefined ? {} : { member }) };
}

/** The same for a pointer to what may not exist: the node that would contain it, and the steps that do not exist. */
export function findNearest(
  root: JsonNode,
  pointer: string,
): NonNullable<ReturnType<typeof findByPointer>> & { readonly missing: readonly string[] } {
  const steps = pointer.split('/').slice(1);
  for (let length = steps.length; ; length--) {
    const nearest = steps.slice(0, length).map((step) => `/${step}`);
    const found = findByPointer(root, nearest.join(''));
    const missing = steps
      .slice(length)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (found) return { ...found, missing };
    if (length === 0) return { path: [], node: root, missing };
  }
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
