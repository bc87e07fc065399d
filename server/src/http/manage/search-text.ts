import { isLongerThan, displayTextIssue } from '../../domain/text/text.ts';
import { MAX_URI_LENGTH } from '../../domain/text/uri.ts';
import { fail } from '../../problem.ts';

/** Checks the text of a query parameter that is searched for. Fails with `bad_request`. */
export function searchText(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text === '' || isLongerThan(text, MAX_URI_LENGTH)) {
    fail('bad_request', `The parameter ${name} must have 1 to ${MAX_URI_LENGTH} characters.`);
  }
  const issue = displayTextIssue(text);
  if (issue !== undefined) fail('bad_request', `The parameter ${name} ${issue}.`);
  return text;
}
