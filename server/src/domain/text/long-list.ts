import { MAX_ISSUES, type Issue, type Refused } from './issue.ts';
import { parseJson, type JsonText } from './json.ts';
import { isRecord } from './json-value.ts';
import { splitJson } from './split-json.ts';
import type { Steps } from './steps.ts';

/** The maximum length of an entry, and of everything that is not in the list: that of a body without a long list. */
const MAX_PART_LENGTH = 64 * 1024;

/** A JSON text that was refused. `invalid`: it is not JSON. */
export type RefusedJson = Refused & { readonly invalid?: true };

/** A JSON object with a list that is too long to be parsed at once. */
interface LongList {
  /** The object with an empty list; any other JSON value if there is no list. */
  readonly value: unknown;
  /** The text of each entry. */
  readonly entries: readonly string[];
}

/** Separates the list `member` and parses everything else, or returns all errors. */
export function* readLongList(
  text: string,
  member: string,
  maxEntries: number,
): Steps<LongList | RefusedJson> {
  const { head, entries } = yield* splitJson(text, member, maxEntries);
  if (entries.length > maxEntries)
    return {
      issues: [{ pointer: `/${member}`, detail: `must have at most ${maxEntries} entries` }],
    };
  if (head.length > MAX_PART_LENGTH)
    return { issues: [{ pointer: '', detail: `is too long without "${member}"` }] };
  const parsed = parseJson(head);
  if (!('issue' in parsed)) return { value: parsed.json.value, entries };
  return { issues: [parsed.issue], ...(parsed.tooDeep ? {} : { invalid: true }) };
}

/** Parses the entries of the list `member` one by one, or returns all errors. */
export function* parseEntries(
  entries: readonly string[],
  member: string,
): Steps<{ readonly parsed: readonly JsonText[] } | RefusedJson> {
  const parsed: JsonText[] = [];
  const issues: Issue[] = [];
  for (const [index, text] of entries.entries()) {
    yield;
    const entry = parseEntry(text);
    if ('json' in entry) {
      parsed.push(entry.json);
      continue;
    }
    const { pointer, detail } = entry.issue;
    const issue = { pointer: `/${member}/${index}${pointer}`, detail };
    if (entry.invalid) return { issues: [issue], invalid: true };
    if (issues.push(issue) === MAX_ISSUES) break;
  }
  return issues.length > 0 ? { issues } : { parsed };
}

type Entry = { readonly json: JsonText } | { readonly issue: Issue; readonly invalid: boolean };

function parseEntry(text: string): Entry {
  const whole = (detail: string): Entry => ({ issue: { pointer: '', detail }, invalid: false });
  if (text.length > MAX_PART_LENGTH)
    return whole(`must have at most ${MAX_PART_LENGTH} characters`);
  const parsed = parseJson(text);
  if ('issue' in parsed) return { issue: parsed.issue, invalid: parsed.tooDeep !== true };
  return isRecord(parsed.json.value) ? parsed : whole('must be an object');
}
