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

/**
 * The error, unless all its issues are shown beside their fields; then undefined. `shown`: the locations that
 * have a field.
 */
export function withoutShown(error: unknown, shown: readonly string[]): unknown {
  const issues = issuesOf(error);
  if (issues.length === 0) return error ?? undefined;
  return issues.every((issue) => shown.some((place) => isAt(issue, place))) ? undefined : error;
}

interface AssignedIssues {
  /** The issues of each field, by its pointer. */
  readonly at: ReadonlyMap<string, string>;
  /** The error, if a part of it belongs to no field; else `null`. */
  readonly rest: unknown;
}

/**
 * Assigns each issue to a field: the one with its pointer, else the one that contains it (`/tags` for `/tags/3`),
 * else the first one inside of it (`/routes/web/link` for `/routes/web`).
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
    const words = inside === '' ? sentence(detail) : `“${unescaped(inside)}” ${ended(detail)}`;
    const before = at.get(field);
    at.set(field, before === undefined ? words : `${before} ${words}`);
  }
  return { at, rest: all ? null : error };
}

/** The fields of a form by their JSON pointers in the request. */
type Fields = Readonly<Record<string, string>>;

/** The validation errors of the fields of a form, by name. */
export function fieldIssues(error: unknown, fields: Fields): Record<string, string> {
  const { at } = assignIssues(error, Object.keys(fields));
  return Object.fromEntries([...at].map(([pointer, words]) => [fields[pointer], words]));
}

/** The error, if a part of it belongs to no field of the form. */
export function beyondFields(error: unknown, fields: Fields): unknown {
  return assignIssues(error, Object.keys(fields)).rest;
}

/** The service's issues finish a sentence: "must be a path" becomes "Must be a path." */
export function sentence(detail: string): string {
  return ended(capitalized(detail));
}

/** Capitalizes the first letter, unless the text starts with an address. */
export function capitalized(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);
}

function isAt({ pointer }: Issue, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}

function ended(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function unescaped(pointer: string): string {
  return pointer.replaceAll('~1', '/').replaceAll('~0', '~');
}
