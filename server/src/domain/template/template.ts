import type { Static } from 'typebox';
import { addressTextIssue, unescaped } from '../text/text.ts';
import type { TemplateSetupSchema } from '../app/setup-schema.ts';
import {
  asAuthority,
  MAX_LINK_LENGTH,
  withoutSlash,
  type BaseUri,
  type Parsed,
} from '../text/uri.ts';

/** A URI pattern and, for each platform that it covers, the pattern of the route. */
export type Template = Readonly<Static<typeof TemplateSetupSchema>>;

export const WEB_FALLBACK = '@web';

/** Captured text by name, as it was sent, including percent escapes. */
export type Captures = Readonly<Record<string, string>>;

export type Segment =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'one'; readonly name: string }
  | { readonly kind: 'rest'; readonly name: string };

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
const CAPTURE = new RegExp(`^[:*]${NAME}$`);

/** Reads a pattern such as `products/:id`. The error completes the sentence "the pattern …". */
export function parsePattern(pattern: string): Parsed<readonly Segment[]> {
  const textIssue = addressTextIssue(pattern);
  if (textIssue) return { issue: textIssue };
  if (/[?#]/.test(pattern)) {
    return { issue: 'must be a path; query and fragment are carried over automatically' };
  }
  const segments: Segment[] = [];
  const names = new Set<string>();
  const parts = segmentsOf(withoutSlash(pattern));
  for (const [index, part] of parts.entries()) {
    if (!/^[:*]/.test(part)) {
      if (/[:*]/.test(part)) {
        return {
          issue: `has "${part}": a segment is either fixed text or one complete :name or *name`,
        };
      }
      segments.push({ kind: 'static', text: unescaped(part) });
      continue;
    }
    if (!CAPTURE.test(part)) {
      return {
        issue: `has "${part}": a name is letters, digits and "_", not starting with a digit`,
      };
    }
    const name = part.slice(1);
    if (names.has(name)) return { issue: `captures "${name}" twice` };
    names.add(name);
    if (part.startsWith('*') && index < parts.length - 1) {
      return { issue: `has "${part}" before its end; *name matches the rest and must come last` };
    }
    segments.push({ kind: part.startsWith('*') ? 'rest' : 'one', name });
  }
  return { value: segments };
}

/** The names that a pattern captures; none if the pattern is invalid. */
export function capturedNames(pattern: string): readonly string[] {
  const parsed = parsePattern(pattern);
  return 'value' in parsed ? namesIn(parsed.value) : [];
}

export function namesIn(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]));
}

/** Returns the segments of a path without its leading slash; one trailing slash is ignored. */
export function segmentsOf(path: string): string[] {
  const whole = path.endsWith('/') ? path.slice(0, -1) : path;
  return whole === '' ? [] : whole.split('/');
}

const USE = new RegExp(`[:*](${NAME})`, 'g');
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The names that a route pattern uses. A port (`:8080`) and `://` are not names. */
export function usedNames(pattern: string): readonly string[] {
  return [...pattern.matchAll(USE)].map((use) => use[1] ?? '');
}

/** Whether the pattern inserts captured text into the scheme or host of a web address. */
export function capturesHost(pattern: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(pattern)?.[0] ?? '';
  const firstUse = pattern.search(new RegExp(USE.source));
  if (firstUse !== -1 && firstUse < scheme.length) return true;
  return /^https?:$/i.test(scheme) && usedNames(AUTHORITY.exec(pattern)?.[0] ?? '').length > 0;
}

/**
 * Fills a route pattern. Captured text keeps its meaning when it moves from the path to the query. Filling
 * stops when the result is longer than a link can be, because a short pattern can expand to megabytes.
 */
export function fill(pattern: string, captures: Captures): string {
  const query = pattern.search(/[?#]/);
  const host = AUTHORITY.exec(pattern)?.[0].length ?? 0;
  let filled = '';
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of pattern.matchAll(USE)) {
    const text = captures[name];
    filled += pattern.slice(end, index);
    end = index + whole.length;
    if (text === undefined) filled += whole;
    else if (index < host) filled += asAuthority(text);
    else if (query !== -1 && index > query) filled += text.replace(/[&=+]/g, encodeURIComponent);
    else filled += text;
    // A character beyond the BMP counts as one, but has two code units.
    if (filled.length > 2 * MAX_LINK_LENGTH) return filled;
  }
  return filled + pattern.slice(end);
}

/** Adds the query and fragment of the URI to a link that has neither. */
export function carryOver(link: string, uri: BaseUri): string {
  const [, query = '', fragment = ''] = /^[^?#]*(\?[^#]*)?(#.*)?$/s.exec(uri.path) ?? [];
  const hash = link.indexOf('#');
  const head = hash === -1 ? link : link.slice(0, hash);
  const tail = hash === -1 ? fragment : link.slice(hash);
  return head + (head.includes('?') ? '' : query) + tail;
}
