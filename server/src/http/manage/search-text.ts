import { searchTextIssue } from '../../domain/search/search-text.ts';
import { refuseParameters } from '../query.ts';

/** Checks the text of a query parameter that is searched for. Fails with `bad_request`. */
export function searchText(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const issue = searchTextIssue(text);
  if (issue !== undefined) refuseParameters([{ name, detail: issue }]);
  return text;
}
