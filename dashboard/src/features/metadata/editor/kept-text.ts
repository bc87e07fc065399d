import { LosslessNumber } from 'lossless-json';
import type { JsonNode } from '../../../lib/json-node.ts';
import { parseJson } from '../../../lib/json-parse.ts';
import { COMPACT, printJson, READABLE, styleOf, type JsonStyle } from '../../../lib/json-print.ts';
import { metadata as words } from '../../../texts/metadata.ts';
import { checkMetadata } from './metadata-rules.ts';
import { nodeOf, valueOf } from './keep-order.ts';

/** States of a document that are remembered, so that undoing leads back to the very text. */
const MAX_REMEMBERED = 500;

/**
 * The text behind a tree editor. The editor works on JavaScript values; this remembers the text that
 * each of them came from, and writes a changed one as its owner would have.
 */
export class KeptText {
  private before: JsonNode | undefined;
  private style: JsonStyle = READABLE;
  private readonly texts = new Map<string, string>();
  private readonly nodes = new WeakMap<object, JsonNode>();
  private shown: { readonly value: unknown; readonly text: string } | undefined;

  /** The document is now this text: it was loaded or typed. */
  typed(text: string): void {
    const parsed = parseJson(text);
    if (!('node' in parsed)) return;
    this.before = parsed.node;
    this.style = styleOf(text);
    this.remember(fingerprint(valueOf(parsed.node)), text);
  }

  /** The text of the document after it became this value in the tree. */
  textOf(value: unknown): string {
    const print = fingerprint(value);
    const text = this.texts.get(print) ?? printJson(nodeOf(value, this.before), this.style, true);
    this.typed(text);
    this.remember(print, text);
    this.shown = { value, text };
    return text;
  }

  /** For the editor: fails where a JavaScript object would lose something, such as a key given twice. */
  readonly parse = (text: string): unknown => {
    const { node, issues } = checkMetadata(text);
    const fatal = issues.find(({ kind }) => kind !== 'rule');
    if (fatal !== undefined || node === undefined) {
      const at = fatal?.path.join(' › ') ?? '';
      const subject = fatal?.kind === 'key' ? `“${at}”` : words.wholeDocument;
      // The editor looks for these words, and tells line and column instead.
      throw new SyntaxError(`${subject} ${fatal?.detail} (${words.at} position ${fatal?.start})`);
    }
    return valueOf(node, (part, itsNode) => this.nodes.set(part, itsNode));
  };

  readonly stringify = (
    value: unknown,
    _replacer?: unknown,
    space?: string | number | null,
  ): string => {
    const wide = space !== undefined && space !== null;
    const { shown } = this;
    if (wide && shown !== undefined && shown.value === value) return shown.text;
    return printJson(this.ordered(value), wide ? READABLE : COMPACT);
  };

  /** As it was read, where that is known. */
  private ordered(value: unknown): JsonNode {
    if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) {
      return nodeOf(value, undefined);
    }
    const known = this.nodes.get(value);
    if (known) return known;
    if (Array.isArray(value)) {
      return { kind: 'array', items: value.map((item: unknown) => this.ordered(item)) };
    }
    const members = Object.entries(value).map(([key, member]) => ({
      key,
      value: this.ordered(member),
    }));
    return { kind: 'object', members };
  }

  private remember(print: string, text: string): void {
    this.texts.delete(print);
    this.texts.set(print, text);
    const oldest = this.texts.keys().next().value;
    if (this.texts.size > MAX_REMEMBERED && oldest !== undefined) this.texts.delete(oldest);
  }
}

/** Equal if an editor cannot distinguish the values. */
function fingerprint(value: unknown): string {
  return printJson(nodeOf(value, undefined), COMPACT);
}
