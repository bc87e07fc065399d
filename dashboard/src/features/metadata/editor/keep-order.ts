import { LosslessNumber } from 'lossless-json';
import {
  isSameInOrder,
  memberOf,
  type JsonMember,
  type JsonNode,
  type JsonObject,
} from '../../../lib/json-node.ts';

type Values = Readonly<Record<string, unknown>>;

/** Keys that JavaScript objects put in front of all others, whatever came first. */
export function movesToFront(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

/** The value that a tree editor works on: plain objects and arrays, numbers as they are written. */
export function valueOf(node: JsonNode, note?: (value: object, node: JsonNode) => void): unknown {
  switch (node.kind) {
    case 'string':
      return node.text;
    case 'number':
      return new LosslessNumber(node.text);
    case 'boolean':
      return node.text === 'true';
    case 'null':
      return null;
    case 'array': {
      const items = node.items.map((item) => valueOf(item, note));
      note?.(items, node);
      return items;
    }
    case 'object': {
      const object = Object.fromEntries(
        node.members.map(({ key, value }) => [key, valueOf(value, note)]),
      );
      note?.(object, node);
      return object;
    }
  }
}

/**
 * Converts an edited value back to a document. JavaScript keeps the order of most keys, so a key that was moved
 * in the tree keeps its new position. Keys that JavaScript moves to the front return to their previous neighbors.
 * Unchanged parts keep their spelling.
 */
export function nodeOf(value: unknown, before: JsonNode | undefined): JsonNode {
  const node = built(value, before);
  return before !== undefined && isSameInOrder(node, before) ? before : node;
}

function built(value: unknown, before: JsonNode | undefined): JsonNode {
  if (typeof value === 'string') return { kind: 'string', text: value };
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  if (typeof value === 'number' || value instanceof LosslessNumber) {
    return { kind: 'number', text: String(value) };
  }
  if (Array.isArray(value)) return { kind: 'array', items: itemsOf(value, before) };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'object', members: membersOf(value as Values, before) };
  }
  return { kind: 'null', text: 'null' };
}

/** Elements before and behind the place where some came in or went out are still what they were. */
function itemsOf(values: readonly unknown[], before: JsonNode | undefined): JsonNode[] {
  const old = before?.kind === 'array' ? before.items : [];
  const shift = values.length - old.length;
  if (shift === 0) return values.map((value, index) => nodeOf(value, old[index]));
  let same = 0;
  while (same < old.length && nodeOf(values[same], old[same]) === old[same]) same++;
  return values.map((value, index) => nodeOf(value, old[index < same ? index : index - shift]));
}

function membersOf(object: Values, before: JsonNode | undefined): JsonMember[] {
  const old = before?.kind === 'object' ? before : undefined;
  const renamed = renamedIn(object, old);
  return orderOf(object, old, renamed).map((key) => {
    const known = memberOf(old, renamed !== undefined && key === renamed.to ? renamed.from : key);
    const value = nodeOf(object[key], known?.value);
    const { keySource } = known ?? {};
    return { key, value, ...(keySource === undefined || known?.key !== key ? {} : { keySource }) };
  });
}

interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** One key went, one came: it is the same member under another name. */
function renamedIn(object: Values, old: JsonObject | undefined): Renamed | undefined {
  const before = new Set(old?.members.map(({ key }) => key));
  const come = Object.keys(object).filter((key) => !before.has(key));
  const gone = [...before].filter((key) => !Object.hasOwn(object, key));
  const [to, from] = [come[0], gone[0]];
  if (come.length !== 1 || gone.length !== 1 || to === undefined || from === undefined)
    return undefined;
  return { from, to };
}

function orderOf(
  object: Values,
  old: JsonObject | undefined,
  renamed: Renamed | undefined,
): string[] {
  const keys = Object.keys(object);
  const lost = new Set(keys.filter(movesToFront));
  // Its new place says nothing either when its old name was one that moves.
  if (renamed !== undefined && movesToFront(renamed.from)) lost.add(renamed.to);
  if (lost.size === 0) return keys;
  const order = keys.filter((key) => !lost.has(key));
  const oldOrder = (old?.members ?? []).map(({ key }) =>
    key === renamed?.from ? renamed.to : key,
  );
  let neighbour: string | undefined;
  for (const key of oldOrder) {
    if (lost.delete(key)) {
      order.splice(neighbour === undefined ? 0 : order.indexOf(neighbour) + 1, 0, key);
    }
    if (Object.hasOwn(object, key)) neighbour = key;
  }
  return [...order, ...lost];
}
