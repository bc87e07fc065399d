import { isProblem, type Issue } from '../api/problem.ts';

/** The validation issues of an error; none if it is another kind of error. */
export function issuesOf(error: unknown): readonly Issue[] {
  return isProblem(error) ? error.issues : [];
}

/** The issues at a location or below it, as one text; undefined: none. */
export function issueAt(issues: readonly Issue[], pointer: string): string | undefined {
  const found = issues.filter((issue) => isAt(issue, pointer));
  if (found.length === 0) return undefined;
  return [...new Set(found.map(({ detail }) => sentence(detail)))].join(' ');
}

/** The issues at a location or below it, with pointers that begin there. */
export function issuesBelow(issues: readonly Issue[], location: string): readonly Issue[] {
  return issues
    .filter((issue) => isAt(issue, location))
    .map(({ pointer, detail }) => ({ pointer: pointer.slice(location.length), detail }));
}

/**
 * Returns the error, or undefined if all its issues are shown beside their fields. `shown`: the locations that have a
 * field.
 */
export function unshownError(error: unknown, shown: readonly string[]): unknown {
  const issues = issuesOf(error);
  if (issues.length === 0) return error ?? undefined;
  return issues.every((issue) => shown.some((location) => isAt(issue, location)))
    ? undefined
    : error;
}

interface AssignedIssues {
  /** The issues of each field, by its pointer. */
  readonly at: ReadonlyMap<string, string>;
  /** The error if a part of it belongs to no field, otherwise `null`. */
  readonly rest: unknown;
}

/**
 * Assigns each issue to a field: the one at its location, otherwise the one that contains it (`/tags` for `/tags/3`),
 * otherwise the first one inside it (`/routes/web/link` for `/routes/web`).
 */
export function assignIssues(error: unknown, fields: readonly string[]): AssignedIssues {
  const at = new Map<string, string>();
  const issues = issuesOf(error);
  let all = issues.length > 0;
  for (const issue of issues) {
    const { pointer, detail } = issue;
    const field =
      fields.find((known) => known === pointer) ??
      fields.find((known) => isAt(issue, known)) ??
      fields.find((known) => pointer !== '' && known.startsWith(`${pointer}/`));
    if (field === undefined) {
      all = false;
      continue;
    }
    const inside = pointer.slice(field.length + 1).replaceAll('/', ' › ');
    const text = inside === '' ? sentence(detail) : `“${unescaped(inside)}” ${withPeriod(detail)}`;
    const before = at.get(field);
    at.set(field, before === undefined ? text : `${before} ${text}`);
  }
  return { at, rest: all ? null : error };
}

/** The fields of a form by their JSON pointers in the request. */
type Fields = Readonly<Record<string, string>>;

/** The validation errors of the fields of a form, by name. */
export function fieldIssues(error: unknown, fields: Fields): Record<string, string> {
  const { at } = assignIssues(error, Object.keys(fields));
  return Object.fromEntries([...at].map(([pointer, text]) => [fields[pointer], text]));
}

/** Returns the error if a part of it belongs to no field of the form, otherwise `null`. */
export function unassignedError(error: unknown, fields: Fields): unknown {
  return assignIssues(error, Object.keys(fields)).rest;
}

/** Makes a sentence of the detail of an issue: "must be a path" becomes "Must be a path." */
export function sentence(detail: string): string {
  return withPeriod(capitalized(detail));
}

/** Capitalizes the first letter, unless the text starts with an address. */
export function capitalized(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);
}

function isAt({ pointer }: Issue, location: string): boolean {
  return pointer === location || pointer.startsWith(`${location}/`);
}

function withPeriod(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function unescaped(pointer: string): string {
  return pointer.replaceAll('~1', '/').replaceAll('~0', '~');
}
