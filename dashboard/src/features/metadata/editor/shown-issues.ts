import type { Issue } from '../../../api/problem.ts';
import { locationText, placeOf, type PlacedIssue } from '../../../components/place.ts';
import type { JsonPath } from '../../../lib/json-node.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import type { CheckedMetadata } from './metadata-rules.ts';

/** Adds the positions in the text to the issues that the service found in a document. */
export function shownIssuesOf(
  issues: readonly Issue[],
  { node }: CheckedMetadata,
): readonly PlacedIssue[] {
  return issues.map(({ pointer, detail }) => {
    // In the request, the document is the member `metadata`.
    const within = pointer.replace(/^\/metadata/, '');
    const place = node ? placeOf(node, within, detail) : { path: [], detail, start: 0, end: 0 };
    return { ...place, detail: `${metadataTexts.rejectedByService}: ${place.detail}` };
  });
}

/** An issue as one sentence, for a field without a list of problems. */
export function issueText(text: string, { path, detail, start }: PlacedIssue): string {
  return `${pathText(path)} ${detail} (${locationText(text, start)}).`;
}

export function pathText(path: JsonPath): string {
  return path.length === 0 ? metadataTexts.wholeDocument : path.join(' › ');
}
