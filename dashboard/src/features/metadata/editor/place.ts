import { findNearest, type JsonNode, type JsonPath } from '../../../lib/json-node.ts';

/** Where an issue is shown. */
interface Place {
  readonly path: JsonPath;
  readonly detail: string;
  /** The range to highlight, as indexes in the text. */
  readonly start: number;
  readonly end: number;
}

/** The place of an issue: its location, or what would contain it; then the detail names what is missing. */
export function placeOf(root: JsonNode, pointer: string, detail: string): Place {
  const { path, node, member, missing } = findNearest(root, pointer);
  return {
    path,
    detail: missing.length === 0 ? detail : `“${missing.join(' › ')}” ${detail}`,
    start: member?.keyStart ?? node.start ?? 0,
    end: member?.keyEnd ?? node.end ?? 0,
  };
}
