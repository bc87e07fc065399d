import { isSame, type JsonNode } from './json-node.ts';

/** Converts a JavaScript value to a document. Members that are `undefined` are left out. */
export function nodeOf(value: unknown): JsonNode {
  if (typeof value === 'string') return { kind: 'string', text: value };
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (typeof value !== 'object' || value === null) return { kind: 'null', text: 'null' };
  // lossless-json keeps all digits of a number as text. The first page loads without it.
  if ('isLosslessNumber' in value && 'value' in value) {
    return { kind: 'number', text: String(value.value) };
  }
  if (Array.isArray(value)) return { kind: 'array', items: value.map(nodeOf) };
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return {
    kind: 'object',
    members: members.map(([key, inner]) => ({ key, value: nodeOf(inner) })),
  };
}

interface ValueOptions {
  /** Converts the text of a number; by default, to a JavaScript number. */
  readonly number?: (text: string) => unknown;
  /** Called with each created array and object and its node. */
  readonly onContainer?: ((value: object, node: JsonNode) => void) | undefined;
}

/** Converts a document to a JavaScript value. */
export function valueOf(node: JsonNode, options: ValueOptions = {}): unknown {
  const { number = Number, onContainer } = options;
  switch (node.kind) {
    case 'string':
      return node.text;
    case 'number':
      return number(node.text);
    case 'boolean':
      return node.text === 'true';
    case 'null':
      return null;
    case 'array': {
      const items = node.items.map((item) => valueOf(item, options));
      onContainer?.(items, node);
      return items;
    }
    case 'object': {
      const object = Object.fromEntries(
        node.members.map(({ key, value }) => [key, valueOf(value, options)]),
      );
      onContainer?.(object, node);
      return object;
    }
  }
}

/** Do two JavaScript values have the same JSON? The order of keys is ignored. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || isSame(nodeOf(a), nodeOf(b));
}
