import type { Issue } from '../../../api/problem.ts';
import { findByPointer, type JsonPath } from '../../../lib/json-node.ts';
import { metadata as words } from '../../../texts/metadata.ts';
import type { CheckedMetadata } from './metadata-rules.ts';

/** An issue in the list below the editor. */
export interface ShownIssue {
  readonly path: JsonPath;
  readonly detail: string;
  readonly start: number;
  readonly end: number;
}

/** The issues that the service found in a document, with their positions in the text. */
export function shownIssuesOf(
  issues: readonly Issue[],
  { node }: CheckedMetadata,
): readonly ShownIssue[] {
  return issues.map(({ pointer, detail }) => {
    // The document was a member of what was sent.
    const found = node && findByPointer(node, pointer.replace(/^\/metadata/, ''));
    const { path = [], member, node: place = node } = found ?? {};
    return {
      path,
      detail: `${words.serviceSays}: ${detail}`,
      start: member?.keyStart ?? place?.start ?? 0,
      end: member?.keyEnd ?? place?.end ?? 0,
    };
  });
}

export function pathText(path: JsonPath): string {
  return path.length === 0 ? words.wholeDocument : path.join(' › ');
}

/** Line and column, from 1 as in editors. */
export function locationText(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return words.position(lines.length, (lines.at(-1)?.length ?? 0) + 1);
}
