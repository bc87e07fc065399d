/** One place in which two JSON values differ, in words of JSON. */
export interface Difference {
  /** Names and indexes from the outside in; empty: the whole value. */
  readonly path: readonly string[];
  /** The old value; left out: not present. For a list, only the removed items. */
  readonly before?: string;
  /** The new value; left out: not present. For a list, only the added items. */
  readonly after?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The smallest places in which two values differ, in the order of the first one and then of the second.
 * On the outermost level `null` and the empty list count as nothing, as they do in the audit log. Numbers
 * may be those of lossless-json, whose digits all count.
 */
export function differencesOf(before: Fields | null, after: Fields | null): Difference[] {
  const found: Difference[] = [];
  const [from, to] = [before ?? {}, after ?? {}];
  for (const name of namesOf(from, to)) {
    compare([name], outermost(from[name]), outermost(to[name]), found);
  }
  return found;
}

function outermost(value: unknown): unknown {
  return value === null || (isList(value) && value.length === 0) ? undefined : value;
}

function compare(path: readonly string[], from: unknown, to: unknown, found: Difference[]): void {
  if (from === undefined && to === undefined) return;
  // What came or went as a whole is shown item by item too: it is easier to read than JSON.
  const [list, items] = [from === undefined ? [] : from, to === undefined ? [] : to];
  if (isList(list) && isList(items) && list.length + items.length > 0) {
    return compareLists(path, list, items, found);
  }
  const [fields, others] = [from === undefined ? {} : from, to === undefined ? {} : to];
  if (isFields(fields) && isFields(others) && !(isEmpty(fields) && isEmpty(others))) {
    for (const name of namesOf(fields, others)) {
      compare([...path, name], fields[name], others[name], found);
    }
    return;
  }
  push(path, from, to, found);
}

function compareLists(
  path: readonly string[],
  from: readonly unknown[],
  to: readonly unknown[],
  found: Difference[],
): void {
  if ([...from, ...to].some((item) => isFields(item) || isList(item))) {
    const length = Math.max(from.length, to.length);
    for (let index = 0; index < length; index++) {
      compare([...path, String(index + 1)], from[index], to[index], found);
    }
    return;
  }
  const gone = without(from, to);
  const added = without(to, from);
  // Only the order is another one.
  if (gone.length === 0 && added.length === 0) return push(path, from, to, found);
  found.push({
    path,
    ...(gone.length === 0 ? {} : { before: gone.map(textOf).join('\n') }),
    ...(added.length === 0 ? {} : { after: added.map(textOf).join('\n') }),
  });
}

function push(path: readonly string[], from: unknown, to: unknown, found: Difference[]): void {
  let [before, after] = [textOf(from), textOf(to)];
  if (before === after && from !== undefined && to !== undefined) {
    if (typeof from === typeof to) return;
    // A number and the word that looks like it.
    [before, after] = [jsonOf(from, ''), jsonOf(to, '')];
  }
  found.push({
    path,
    ...(from === undefined ? {} : { before }),
    ...(to === undefined ? {} : { after }),
  });
}

/** The items of a list that the other does not have, or has less often. */
function without(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const left = other.map(textOf);
  return list.filter((item) => {
    const at = left.indexOf(textOf(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function namesOf(from: Fields, to: Fields): string[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])];
}

interface Lossless {
  readonly isLosslessNumber: true;
  readonly value: string;
}
function isLossless(value: unknown): value is Lossless {
  return typeof value === 'object' && value !== null && 'isLosslessNumber' in value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !isList(value) && !isLossless(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isEmpty(value: Fields): boolean {
  return Object.keys(value).length === 0;
}

/** Words as they are, everything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonOf(value, '');
}

function jsonOf(value: unknown, indent: string): string {
  if (isLossless(value)) return value.value;
  const deeper = `${indent}  `;
  if (isList(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => deeper + jsonOf(item, deeper)).join(',\n')}\n${indent}]`;
  }
  if (!isFields(value)) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).map(
    ([name, inner]) => `${deeper}${JSON.stringify(name)}: ${jsonOf(inner, deeper)}`,
  );
  return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n${indent}}`;
}
