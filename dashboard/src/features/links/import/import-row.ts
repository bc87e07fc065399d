import { withoutApostrophe } from '../../../lib/csv-line.ts';
import { importing } from '../../../texts/importing.ts';
import type { ImportField, Mapping } from './import-fields.ts';

/** What is wrong in a row. An empty field: the row as a whole. */
export interface RowIssue {
  readonly field: string;
  readonly detail: string;
}

/** The link of a row as JSON text, or why it has none. */
export type RowRequest = { readonly json: string } | { readonly issues: readonly RowIssue[] };

/** The maximum length of a link, as text. */
const MAX_LENGTH = 64 * 1024;

/**
 * The request to create the link of a row. Empty cells are left out. What is not of the right type is sent as a text:
 * the service reports it, with all other errors. Metadata stays as it is written.
 */
export function requestOf(cells: readonly string[], mapping: Mapping): RowRequest {
  const isTooLong = cells.slice(mapping.length).some((cell) => cell !== '');
  if (cells.length < mapping.length || isTooLong) {
    return { issues: [{ field: '', detail: importing.count(cells.length, mapping.length) }] };
  }
  const issues: RowIssue[] = [];
  const members: string[] = [];
  const social: string[] = [];
  for (const [index, field] of mapping.entries()) {
    const text = withoutApostrophe(cells[index] ?? '');
    if (field === null || text === '') continue;
    const json = jsonOf(field, text);
    if (json === undefined) issues.push({ field, detail: importing.noJson });
    else if (field.startsWith('social_')) social.push(`"${field.slice(7)}":${json}`);
    else members.push(`"${field}":${json}`);
  }
  if (social.length > 0) members.push(`"social":{${social.join(',')}}`);
  const json = `{${members.join(',')}}`;
  if (json.length > MAX_LENGTH) issues.push({ field: '', detail: importing.tooLong });
  return issues.length > 0 ? { issues } : { json };
}

/** The value as JSON text; undefined: it should be JSON, but is not. */
function jsonOf(field: ImportField, text: string): string | undefined {
  switch (field) {
    case 'metadata':
    case 'routes':
    case 'rules':
      return checkedJson(text);
    case 'tags':
      return text.startsWith('[') ? checkedJson(text) : JSON.stringify(tagsOf(text));
    case 'unique': {
      const word = text.trim().toLowerCase();
      return word === 'true' || word === 'false' ? word : JSON.stringify(text);
    }
    case 'valid_until':
      return text.trim().toLowerCase() === 'never' ? 'null' : JSON.stringify(text);
    case 'redeem_limit':
      return /^\s*-?\d{1,15}\s*$/.test(text) ? String(Number(text)) : JSON.stringify(text);
    default:
      return JSON.stringify(text);
  }
}

function checkedJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return tags.filter((tag) => tag !== '');
}

/** An error of the service, whose pointer is within the link: `/social/title` is the column `social_title`. */
export function issueOf(pointer: string, detail: string): RowIssue {
  const [, social, name = ''] = /^(\/social)?\/?([^/]*)/.exec(pointer) ?? [];
  return { field: social === undefined ? name : name === '' ? 'social' : `social_${name}`, detail };
}
