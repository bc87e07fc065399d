import type { JsonNode } from './json-node.ts';
import { parseJson } from './json-parse.ts';

/** The layout of a document. */
export interface JsonStyle {
  /** The indentation of each level; undefined: everything is on one line. */
  readonly indent: string | undefined;
  /** Spaces after colons and commas if everything is on one line. */
  readonly spaced: boolean;
}

export const READABLE: JsonStyle = { indent: '  ', spaced: true };
export const COMPACT: JsonStyle = { indent: undefined, spaced: false };

/** Detects the style of a text, so that changes get the same style. */
export function styleOf(text: string): JsonStyle {
  if (/^\s*(?:\{\s*\}|\[\s*\])?\s*$/.test(text)) return READABLE;
  if (!text.includes('\n')) return { indent: undefined, spaced: /[:,] /.test(text) };
  return { indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', spaced: true };
}

/**
 * Prints a document. Numbers and strings keep their source text. With `keep`, unchanged arrays and objects keep theirs
 * too, including line breaks.
 */
export function printJson(node: JsonNode, style: JsonStyle, keep = false): string {
  return print(node, style, keep, '\n');
}

function print(node: JsonNode, style: JsonStyle, keep: boolean, lineBreak: string): string {
  if (node.kind !== 'array' && node.kind !== 'object') {
    return node.source ?? (node.kind === 'string' ? JSON.stringify(node.text) : node.text);
  }
  if (keep && node.source !== undefined) return node.source;
  const inner = style.indent === undefined ? '' : lineBreak + style.indent;
  const colon = style.spaced ? ': ' : ':';
  const parts =
    node.kind === 'array'
      ? node.items.map((item) => print(item, style, keep, inner))
      : node.members.map(
          ({ key, keySource, value }) =>
            (keySource ?? JSON.stringify(key)) + colon + print(value, style, keep, inner),
        );
  const [open, close] = node.kind === 'array' ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  if (style.indent === undefined) {
    return open + parts.join(style.spaced ? ', ' : ',') + close;
  }
  return open + inner + parts.join(`,${inner}`) + lineBreak + close;
}

/** Prints a text in another style. A text that is not valid JSON is returned unchanged. */
export function formatted(text: string, style: JsonStyle): string {
  const parsed = parseJson(text);
  return 'node' in parsed ? printJson(parsed.node, style) : text;
}
