import { LosslessNumber } from 'lossless-json';
import {
  isSameInOrder,
  memberOf,
  type JsonMember,
  type JsonNode,
  type JsonObject,
} from '../../../lib/json-node.ts';
import { nodeOf, valueOf } from '../../../lib/json-value.ts';

type Values = Readonly<Record<string, unknown>>;

/** JavaScript objects list integer keys before all other keys. */
function movesToFront(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

/** Returns the value that the tree editor works on. Numbers keep their spelling. */
export function editedValue(
  node: JsonNode,
  onContainer?: (value: object, node: JsonNode) => void,
): unknown {
  return valueOf(node, { number: (text) => new LosslessNumber(text), onContainer });
}

/**
 * Converts an edited value back to a document. A key that was moved in the tree keeps its new position. An integer
 * key, which JavaScript moves to the front, is put after its previous neighbor again. Unchanged parts keep their
 * spelling.
 */
export function editedNode(value: unknown, before: JsonNode | undefined): JsonNode {
  const node = toNode(value, before);
  return before !== undefined && isSameInOrder(node, before) ? before : node;
}

function toNode(value: unknown, before: JsonNode | undefined): JsonNode {
  if (Array.isArray(value)) return { kind: 'array', items: itemsOf(value, before) };
  if (typeof value === 'object' && value !== null && !(value instanceof LosslessNumber)) {
    return { kind: 'object', members: membersOf(value as Values, before) };
  }
  return nodeOf(value);
}

/** Elements before and after an insertion or removal keep their previous nodes. */
function itemsOf(values: readonly unknown[], before: JsonNode | undefined): JsonNode[] {
  const old = before?.kind === 'array' ? before.items : [];
  const shift = values.length - old.length;
  if (shift === 0) return values.map((value, index) => editedNode(value, old[index]));
  let same = 0;
  while (same < old.length && editedNode(values[same], old[same]) === old[same]) same++;
  return values.map((value, index) => editedNode(value, old[index < same ? index : index - shift]));
}

function membersOf(object: Values, before: JsonNode | undefined): JsonMember[] {
  const old = before?.kind === 'object' ? before : undefined;
  const renamed = renamedIn(object, old);
  return orderOf(object, old, renamed).map((key) => {
    const known = memberOf(old, renamed !== undefined && key === renamed.to ? renamed.from : key);
    const value = editedNode(object[key], known?.value);
    const { keySource } = known ?? {};
    return { key, value, ...(keySource === undefined || known?.key !== key ? {} : { keySource }) };
  });
}

interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** If one key was removed and one was added, the member was renamed. */
function renamedIn(object: Values, old: JsonObject | undefined): Renamed | undefined {
  const before = new Set(old?.members.map(({ key }) => key));
  const added = Object.keys(object).filter((key) => !before.has(key));
  const removed = [...before].filter((key) => !Object.hasOwn(object, key));
  const [to, from] = [added[0], removed[0]];
  if (added.length !== 1 || removed.length !== 1 || to === undefined || from === undefined)
    return undefined;
  return { from, to };
}

function orderOf(
  object: Values,
  old: JsonObject | undefined,
  renamed: Renamed | undefined,
): string[] {
  const keys = Object.keys(object);
  const moved = new Set(keys.filter(movesToFront));
  // A member that had an integer key was at the front, so its position is not one that the user chose.
  if (renamed !== undefined && movesToFront(renamed.from)) moved.add(renamed.to);
  if (moved.size === 0) return keys;
  const order = keys.filter((key) => !moved.has(key));
  const oldOrder = (old?.members ?? []).map(({ key }) =>
    key === renamed?.from ? renamed.to : key,
  );
  let neighbor: string | undefined;
  for (const key of oldOrder) {
    if (moved.delete(key)) {
      order.splice(neighbor === undefined ? 0 : order.indexOf(neighbor) + 1, 0, key);
    }
    if (Object.hasOwn(object, key)) neighbor = key;
  }
  return [...order, ...moved];
}
