import { Type } from 'typebox';
import { linkRuleIssues } from '../rule/rule-issues.ts';
import { issueAt, type Issue } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import { displayTextIssue, labelIssue } from '../text/text.ts';
import type { OwnAddresses } from './own-address.ts';
import { socialIssues } from './social.ts';
import { tagIssues } from './tags.ts';

/** The fields of a link that only the management API has. */

export const ExternalIdSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'The id of the link in a system of yours, compared exactly. An app has at most one link with it that is not deleted.',
});
export const NameSchema = Type.String({
  minLength: 1,
  maxLength: 120,
  description: 'A name for the link. Visitors and apps do not see it.',
});
export const NoteSchema = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'A note about the link, which can have several lines. Visitors and apps do not get it.',
});

interface Details {
  readonly external_id?: unknown;
  readonly name?: unknown;
  readonly note?: unknown;
  readonly tags?: unknown;
  readonly social?: unknown;
  readonly rules?: unknown;
}

/** The errors of these fields of a request that the schemas cannot detect. */
export function detailIssues(details: Details, own: OwnAddresses | undefined): Issue[] {
  const { external_id: externalId, name, note, tags, social, rules } = details;
  // A note can have several lines.
  const line = typeof note === 'string' ? note.replaceAll(/\r?\n|\t/g, ' ') : undefined;
  return [
    ...issueAt('/external_id', labelIssue(externalId)),
    ...issueAt('/name', labelIssue(name)),
    ...issueAt('/note', displayTextIssue(line)),
    ...(Array.isArray(tags) ? tagIssues(tags, '/tags') : []),
    ...(isRecord(social) ? socialIssues(social, '/social') : []),
    ...linkRuleIssues(rules, '/rules', own),
  ];
}
