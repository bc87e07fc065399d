import { Type } from 'typebox';
import { issueAt } from '../text/issue.ts';
import { displayTextIssue, labelIssue } from '../text/text.ts';

/** The name and the note of a link: only people see them, never visitors or apps. */

export const MAX_NAME_LENGTH = 120;
export const MAX_NOTE_LENGTH = 2000;

export const NameSchema = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  description: 'A name for the link. Visitors and apps do not see it.',
});
export const NoteSchema = Type.String({
  minLength: 1,
  maxLength: MAX_NOTE_LENGTH,
  description:
    'A note about the link, which can have several lines. Visitors and apps do not get it.',
});

/** Errors that the schemas cannot detect. */
export function nameIssues({ name, note }: { readonly name?: unknown; readonly note?: unknown }) {
  // A note can have several lines.
  const line = typeof note === 'string' ? note.replaceAll(/\r?\n|\t/g, ' ') : undefined;
  return [...issueAt('/name', labelIssue(name)), ...issueAt('/note', displayTextIssue(line))];
}
