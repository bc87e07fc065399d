import { findNearest, type JsonNode, type JsonPath } from '../lib/json-node.ts';
import type { NotJson } from '../lib/json-parse.ts';
import { metadata as metadataTexts } from '../texts/metadata.ts';

/** An issue at its place in a JSON text. */
export interface PlacedIssue {
  /** Empty: the whole document. */
  readonly path: JsonPath;
  /** Completes a sentence that begins with the location. */
  readonly detail: string;
  /** The range to highlight, as indexes in the text. */
  readonly start: number;
  readonly end: number;
}

/** The place of an issue: its location, or what would contain it; then the detail names what is missing. */
export function placeOf(root: JsonNode, pointer: string, detail: string): PlacedIssue {
  const { path, node, member, missing } = findNearest(root, pointer);
  return {
    path,
    detail: missing.length === 0 ? detail : `“${missing.join(' › ')}” ${detail}`,
    start: member?.keyStart ?? node.start ?? 0,
    end: member?.keyEnd ?? node.end ?? 0,
  };
}

/** The place of a syntax error: one character of the text. */
export function syntaxPlace(text: string, { issue, position }: NotJson): PlacedIssue {
  const end = Math.min(position + 1, text.length);
  return { path: [], detail: metadataTexts.syntax[issue], start: position, end };
}

/** Line and column, both starting at 1. */
export function locationText(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return metadataTexts.position(lines.length, (lines.at(-1)?.length ?? 0) + 1);
}
