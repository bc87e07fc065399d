import type { Steps } from './steps.ts';

/** A JSON object whose long list is separate: the object with an empty list, and the text of each entry. */
export interface SplitJson {
  readonly head: string;
  readonly entries: readonly string[];
}

/** Characters between two pauses. */
const STEP = 16 * 1024;

/**
 * Separates a list, a member of the top-level object, from a JSON text without parsing it, because a long text takes
 * long to parse. The text is valid JSON exactly if `head` and all entries are. Reads at most `maxEntries` and one more.
 */
export function* splitJson(text: string, member: string, maxEntries: number): Steps<SplitJson> {
  const entries: string[] = [];
  let depth = 0;
  /** Where the list begins, and its current entry; -1: not found yet. */
  let [opening, from] = [-1, -1];
  for (let at = 0, pause = STEP; at < text.length; at++) {
    if (at > pause) {
      pause = at + STEP;
      yield;
    }
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      const start = depth === 1 && from === -1 ? listStart(text, at, end, member) : -1;
      at = end - 1;
      if (start === -1) continue;
      opening = from = start + 1;
      depth = 2;
      at = start;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth !== 1 || from === -1) continue;
      const last = text.slice(from, at);
      if (entries.length > 0 || last.trim() !== '') entries.push(last);
      return { head: text.slice(0, opening) + text.slice(at), entries };
    } else if (char === ',' && depth === 2 && from !== -1) {
      entries.push(text.slice(from, at));
      from = at + 1;
      if (entries.length > maxEntries) return { head: '{}', entries };
    }
  }
  return { head: text, entries };
}

/** The index after the closing quote of the string that opens at `start`, or the end of the text. */
export function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

/** Where the list of a member opens, if the string at `start` is its name; otherwise -1. */
function listStart(text: string, start: number, end: number, member: string): number {
  if (text.slice(start + 1, end - 1) !== member) return -1;
  const opening = /\s*:\s*\[/y;
  opening.lastIndex = end;
  return opening.test(text) ? opening.lastIndex - 1 : -1;
}
