import { LosslessNumber } from 'lossless-json';
import type { JsonNode } from '../../../lib/json-node.ts';
import { parseJson } from '../../../lib/json-parse.ts';
import { COMPACT, printJson, READABLE, styleOf, type JsonStyle } from '../../../lib/json-print.ts';
import { metadata as words } from '../../../texts/metadata.ts';
import { checkMetadata } from './metadata-rules.ts';
import { editedNode, editedValue } from './keep-order.ts';

/** The number of remembered states, so that undo restores the exact text. */
const MAX_REMEMBERED = 500;

/**
 * The text behind a tree editor. The editor works on JavaScript values; this class remembers the text of each value
 * and writes a changed value in the same style.
 */
export class KeptText {
  private before: JsonNode | undefined;
  private style: JsonStyle = READABLE;
  private readonly texts = new Map<string, string>();
  private readonly nodes = new WeakMap<object, JsonNode>();
  private shown: { readonly value: unknown; readonly text: string } | undefined;

  /** Sets the text after it was loaded or typed. */
  typed(text: string): void {
    const parsed = parseJson(text);
    if (!('node' in parsed)) return;
    this.before = parsed.node;
    this.style = styleOf(text);
    this.remember(fingerprint(editedValue(parsed.node)), text);
  }

  /** The text of the document for a value that was edited in the tree. */
  textOf(value: unknown): string {
    const print = fingerprint(value);
    const text =
      this.texts.get(print) ?? printJson(editedNode(value, this.before), this.style, true);
    this.typed(text);
    this.remember(print, text);
    this.shown = { value, text };
    return text;
  }

  /** For the editor: fails if a JavaScript object would lose something, such as a duplicate key. */
  readonly parse = (text: string): unknown => {
    const { node, issues } = checkMetadata(text);
    const fatal = issues.find(({ kind }) => kind !== 'rule');
    if (fatal !== undefined || node === undefined) {
      const at = fatal?.path.join(' › ') ?? '';
      const subject = fatal?.kind === 'key' ? `“${at}”` : words.wholeDocument;
      // The editor parses this message and shows line and column instead.
      throw new SyntaxError(`${subject} ${fatal?.detail} (${words.at} position ${fatal?.start})`);
    }
    return editedValue(node, (part, itsNode) => this.nodes.set(part, itsNode));
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

  /** In the order that was read, if it is known. */
  private ordered(value: unknown): JsonNode {
    if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) {
      return editedNode(value, undefined);
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
  return printJson(editedNode(value, undefined), COMPACT);
}
