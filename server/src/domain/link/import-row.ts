import { withoutApostrophes } from '../text/csv.ts';
import type { Issue, Refused } from '../text/issue.ts';
import { parseJson, type JsonText } from '../text/json.ts';
import { isRecord } from '../text/json-value.ts';
import { schemeOf } from '../text/uri.ts';
import {
  NO_END,
  READ_ONLY_COLUMNS,
  type CellField,
  type ColumnChoice,
  type ColumnFields,
  type ImportedColumn,
} from './link-cells.ts';

/** Fields of an exported link that a create does not have. */
const EXPORTED_ONLY: ReadonlySet<string> = new Set([
  ...READ_ONLY_COLUMNS,
  'restorable_until',
  'own_rules',
  'requested_routes',
]);

type Request = { readonly json: JsonText } | Refused;

/**
 * The request to create the link of a row of CSV, or the errors of cells that cannot be read as the type of their field. An
 * empty cell leaves its field out.
 */
export function requestOfCells(cells: readonly string[], fields: ColumnFields): Request {
  const isTooLong = cells.slice(fields.length).some((cell) => cell !== '');
  if (cells.length < fields.length || isTooLong) {
    const [values, columns] = [counted(cells.length, 'value'), counted(fields.length, 'column')];
    const detail = `has ${values}, but there ${fields.length === 1 ? 'is' : 'are'} ${columns}`;
    return { issues: [{ pointer: '', detail }] };
  }
  const value: Record<string, unknown> = {};
  const members = new Map<string, string>();
  const issues: Issue[] = [];
  const pairs = fields.flatMap((some, index) => some.map((field) => ({ field, index })));
  for (const { field, index } of pairs) {
    const text = withoutApostrophes(cells[index] ?? '');
    if (text === '') continue;
    const read = valueOf(field, text);
    if ('issue' in read) issues.push(read.issue);
    else if (field.startsWith('social_')) {
      value.social = { ...(value.social as object | undefined), [field.slice(7)]: read.value };
      members.set('social', '');
    } else if (field === 'current_routes') {
      value.routes = requestableRoutes(read.value);
      members.set('routes', JSON.stringify(value.routes));
    } else {
      value[field] = read.value;
      members.set(field, text.trim());
    }
  }
  return issues.length > 0 ? { issues } : { json: { value, members } };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

type Read = { readonly value: unknown } | { readonly issue: Issue };

function valueOf(field: CellField, text: string): Read {
  switch (field) {
    case 'current_routes':
      return jsonOf('routes', text);
    case 'metadata':
    case 'routes':
    case 'rules':
      return jsonOf(field, text);
    case 'tags':
      return text.startsWith('[') ? jsonOf(field, text) : { value: tagsOf(text) };
    case 'unique': {
      const word = text.trim().toLowerCase();
      if (word === 'true' || word === 'false') return { value: word === 'true' };
      return wrongCell(field, 'true or false', text);
    }
    case 'valid_until':
      return { value: text.trim().toLowerCase() === NO_END ? null : text };
    case 'redeem_limit':
      if (/^\s*-?\d{1,15}\s*$/.test(text)) return { value: Number(text) };
      return wrongCell(field, 'a whole number', text);
    default:
      return { value: text };
  }
}

const MAX_SHOWN = 40;

/** All cells are texts, so the error shows the value: spreadsheets write numbers in many ways. */
function wrongCell(field: CellField, wanted: string, text: string): Read {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return { issue: { pointer: `/${field}`, detail: `must be ${wanted}, not "${shown}"` } };
}

function jsonOf(field: ImportedColumn, text: string): Read {
  const parsed = parseJson(text);
  if (!('issue' in parsed)) return { value: parsed.json.value };
  const { pointer, detail } = parsed.issue;
  return { issue: { pointer: `/${field}${pointer}`, detail } };
}

function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return tags.filter((tag) => tag !== '');
}

/**
 * What a request can have of the routes of a link. The app makes the rest: `skip_page`, and the URI as the link of a platform
 * without a base.
 */
function requestableRoutes(routes: unknown): unknown {
  if (!isRecord(routes)) return routes;
  const entries = Object.entries(routes).flatMap(([platform, route]): [string, unknown][] => {
    if (!isRecord(route)) return [[platform, route]];
    const { skip_page: _, ...kept } = route;
    const { link, ...others } = kept;
    const isAsSent =
      typeof link === 'string' &&
      (platform === 'web' ? !/^https?:/i.test(link) : schemeOf(link) === undefined);
    if (!isAsSent) return [[platform, kept]];
    return others.fallback === '' ? [] : [[platform, others]];
  });
  return Object.fromEntries(entries);
}

/** The request of a line, and the names of its fields. */
type LineRequest = { readonly json: JsonText; readonly columns: readonly string[] } | Refused;

/** The request to create the link of a line of NDJSON: a request, or a link as an export has it. */
export function requestOfLine(text: string, { mapped, ignored }: ColumnChoice): LineRequest {
  const parsed = parseJson(text);
  if ('issue' in parsed) return { issues: [parsed.issue] };
  const { value } = parsed.json;
  if (!isRecord(value)) return { issues: [{ pointer: '', detail: 'must be a JSON object' }] };
  const { members } = parsed.json;
  const isExported = 'smartlink' in value && 'created_at' in value;
  const request = new Map<string, { readonly value: unknown; readonly source: string }>();
  const set = (name: string, from: string): void => {
    if (from in value) request.set(name, { value: value[from], source: members.get(from) ?? '' });
  };
  const taken = new Set(mapped.values());
  const columns = Object.keys(value);
  for (const name of columns) {
    // Without `valid_until`, a link gets the end of its template.
    const isEmpty = value[name] === null && name !== 'valid_until';
    const isDropped = isExported && (EXPORTED_ONLY.has(name) || isEmpty);
    if (!isDropped && !ignored.has(name) && !taken.has(name)) set(name, name);
  }
  if (isExported) {
    if (value.own_rules !== true) request.delete('rules');
    // Trusted callers never get a unique link of a platform token.
    const { created_by: by } = value;
    if (isRecord(by) && by.kind === 'platform_token') request.delete('unique');
    request.delete('routes');
    const isLeftOut = ['routes', 'requested_routes'].some((name) => ignored.has(name));
    const sent = value.requested_routes;
    if (!isLeftOut && isRecord(sent) && Object.keys(sent).length > 0) {
      set('routes', 'requested_routes');
    }
  }
  for (const [field, from] of mapped) {
    // As an empty cell, which is left out.
    if (isExported && value[from] === null && field !== 'valid_until') request.delete(field);
    else set(field, from);
  }
  if (isExported && mapped.get('routes') === 'routes') {
    const routes = requestableRoutes(value.routes);
    request.set('routes', { value: routes, source: JSON.stringify(routes) });
  }
  return {
    columns,
    json: {
      value: Object.fromEntries([...request].map(([name, one]) => [name, one.value])),
      members: new Map([...request].map(([name, { source }]) => [name, source])),
    },
  };
}

/** The column that an error is about, and where in its value: `social_title`, `/0`. */
export function columnOf(pointer: string): { readonly column: string; readonly rest: string } {
  const [, social, field = '', rest = ''] = /^(\/social)?\/?([^/]*)(.*)$/s.exec(pointer) ?? [];
  if (social === undefined) return { column: field, rest };
  return { column: field === '' ? 'social' : `social_${field}`, rest };
}
