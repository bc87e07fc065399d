import { changesBetween, type Change } from './json-diff.ts';
import type { JsonNode, JsonPath } from './json-node.ts';
import { nodeOf } from './json-value.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The changes to show for the fields of a link or an app. `null`: it was created or removed. Numbers can be those of
 * lossless-json.
 */
export function fieldChanges(before: Fields | null, after: Fields | null): Change[] {
  const isWhole = before === null || after === null;
  const isShown = ({ path, before: from, after: to }: Change): boolean =>
    !isBlank(from, path, isWhole) || !isBlank(to, path, isWhole);
  const [from, to] = [nodeOf(before ?? {}), nodeOf(after ?? {})];
  return changesBetween(from, to, true).filter(isShown);
}

/**
 * Does a value mean the same as no value? A field that is null or an empty list does and, except in metadata and their
 * schemas, an empty text. `isWhole`: the link or app was created or removed, so its default values are not shown.
 */
function isBlank(node: JsonNode | undefined, path: JsonPath, isWhole: boolean): boolean {
  if (node === undefined) return true;
  const isEmptyList = node.kind === 'array' && node.items.length === 0;
  if (path.length === 1 && (node.kind === 'null' || isEmptyList)) return true;
  if (path[0] === 'metadata' || path.slice(0, -1).includes('metadata_schema')) return false;
  if (node.kind === 'string') return node.text === '';
  if (node.kind === 'boolean') return isWhole && node.text === 'false';
  return isWhole && (isEmptyList || (node.kind === 'object' && node.members.length === 0));
}

/** Does a request with this body set the changed field? Routes are set for each platform. */
export function isAbout(body: Fields, { path: [name = '', platform] }: Change): boolean {
  if (!(name in body)) return false;
  const { routes } = body;
  return name !== 'routes' || platform === undefined || !isFields(routes) || platform in routes;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
