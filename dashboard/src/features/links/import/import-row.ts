import { columnOf, requestOfCells } from '../../../../../server/src/domain/link/import-row.ts';
import type { JsonText } from '../../../../../server/src/domain/text/json.ts';
import { importing } from '../../../texts/importing.ts';
import type { Mapping } from './import-fields.ts';

/** What is wrong in a row. An empty field: the row as a whole. */
export interface RowIssue {
  readonly field: string;
  readonly detail: string;
}

/** The link of a row as JSON text, or why it has none. */
type RowRequest = { readonly json: string } | { readonly issues: readonly RowIssue[] };

/** The maximum length of a link, as text. */
const MAX_LENGTH = 64 * 1024;

/** The request to create the link of a row. JSON in a cell stays as it is written. */
export function requestOf(cells: readonly string[], mapping: Mapping): RowRequest {
  const read = requestOfCells(
    cells,
    mapping.map((field) => (field === null ? [] : [field])),
  );
  if ('issues' in read) {
    return { issues: read.issues.map(({ pointer, detail }) => issueOf(pointer, detail)) };
  }
  const json = textOf(read.json);
  return json.length > MAX_LENGTH
    ? { issues: [{ field: '', detail: importing.tooLong }] }
    : { json };
}

const WRITTEN_AS_JSON = new Set(['metadata', 'routes', 'rules']);

function textOf({ value, members }: JsonText): string {
  const texts = Object.entries(value as object).map(([name, member]) => {
    const written = WRITTEN_AS_JSON.has(name) ? members.get(name) : undefined;
    return `"${name}":${written ?? JSON.stringify(member)}`;
  });
  return `{${texts.join(',')}}`;
}

/** An error whose pointer is within the link: `/social/title` is the column `social_title`. */
export function issueOf(pointer: string, detail: string): RowIssue {
  return { field: columnOf(pointer).column, detail };
}
