import { LosslessNumber } from 'lossless-json';
import type { JsonNode } from '../../../lib/json-node.ts';
import { parseJson } from '../../../lib/json-parse.ts';
import { COMPACT, printJson, READABLE, styleOf, type JsonStyle } from '../../../lib/json-print.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { checkMetadata } from './metadata-rules.ts';
import { editedNode, editedValue } from './keep-order.ts';

/** The number of states whose text is remembered, so that undo restores the exact text. */
const MAX_STATES = 500;

/**
 * The source text of a document in the tree editor. The editor works on JavaScript values; this class remembers the
 * text of each value and prints a changed value in the same style.
 */
export class SourceText {
  private before: JsonNode | undefined;
  private style: JsonStyle = READABLE;
  private readonly texts = new Map<string, string>();
  private readonly nodes = new WeakMap<object, JsonNode>();
  private rendered: { readonly value: unknown; readonly text: string } | undefined;

  /** Sets the text that was loaded or typed. */
  setText(text: string): void {
    const parsed = parseJson(text);
    if (!('node' in parsed)) return;
    this.before = parsed.node;
    this.style = styleOf(text);
    this.remember(fingerprint(editedValue(parsed.node)), text);
  }

  /** The text of the document for a value that was edited in the tree. */
  textFor(value: unknown): string {
    const print = fingerprint(value);
    const text =
      this.texts.get(print) ?? printJson(editedNode(value, this.before), this.style, true);
    this.setText(text);
    this.remember(print, text);
    this.rendered = { value, text };
    return text;
  }

  /** The parser of the editor. Throws a `SyntaxError` if a JavaScript object would lose a part, such as a duplicate key. */
  readonly parse = (text: string): unknown => {
    const { node, issues } = checkMetadata(text);
    const fatal = issues.find(({ kind }) => kind !== 'rule');
    if (fatal !== undefined || node === undefined) {
      const at = fatal?.path.join(' › ') ?? '';
      const subject = fatal?.kind === 'key' ? `“${at}”` : metadataTexts.wholeDocument;
      // The editor reads the position from this message and shows line and column instead.
      throw new SyntaxError(
        `${subject} ${fatal?.detail} (${metadataTexts.at} position ${fatal?.start})`,
      );
    }
    return editedValue(node, (part, itsNode) => this.nodes.set(part, itsNode));
  };

  readonly stringify = (
    value: unknown,
    _replacer?: unknown,
    space?: string | number | null,
  ): string => {
    const wide = space !== undefined && space !== null;
    const { rendered } = this;
    if (wide && rendered !== undefined && rendered.value === value) return rendered.text;
    return printJson(this.nodeFor(value), wide ? READABLE : COMPACT);
  };

  /** The node that the value was parsed from, if known; it has the original order. */
  private nodeFor(value: unknown): JsonNode {
    if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) {
      return editedNode(value, undefined);
    }
    const known = this.nodes.get(value);
    if (known) return known;
    if (Array.isArray(value)) {
      return { kind: 'array', items: value.map((item: unknown) => this.nodeFor(item)) };
    }
    const members = Object.entries(value).map(([key, member]) => ({
      key,
      value: this.nodeFor(member),
    }));
    return { kind: 'object', members };
  }

  private remember(print: string, text: string): void {
    this.texts.delete(print);
    this.texts.set(print, text);
    const oldest = this.texts.keys().next().value;
    if (this.texts.size > MAX_STATES && oldest !== undefined) this.texts.delete(oldest);
  }
}

/** Equal for values that the editor cannot distinguish. */
function fingerprint(value: unknown): string {
  return printJson(editedNode(value, undefined), COMPACT);
}
