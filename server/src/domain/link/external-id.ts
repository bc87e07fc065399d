import { Type } from 'typebox';
import { issueAt, type Issue } from '../text/issue.ts';
import { labelIssue } from '../text/text.ts';

/** The id of a link in a system of the app, compared exactly as it was sent. */

export const MAX_EXTERNAL_ID_LENGTH = 200;

export const ExternalIdSchema = Type.String({
  minLength: 1,
  maxLength: MAX_EXTERNAL_ID_LENGTH,
  description:
    'The id of the link in a system of yours, compared exactly. An app has at most one link with it that is not deleted.',
});

/** The error that the schema cannot detect. */
export function externalIdIssues(externalId: unknown): Issue[] {
  return issueAt('/external_id', labelIssue(externalId));
}
