import { displayTextIssue, isLongerThan } from '../text/text.ts';
import { MAX_URI_LENGTH } from '../text/uri.ts';

/** Returns the error of a text that is searched for; completes "it …". */
export function searchTextIssue(text: string): string | undefined {
  if (text === '' || isLongerThan(text, MAX_URI_LENGTH)) {
    return `must have 1 to ${MAX_URI_LENGTH} characters`;
  }
  return displayTextIssue(text);
}
