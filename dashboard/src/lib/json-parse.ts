import type { metadata } from '../texts/metadata.ts';
import type { JsonLeaf, JsonMember, JsonNode } from './json-node.ts';

/** Why a text is not valid JSON. */
type SyntaxIssue = keyof typeof metadata.syntax;

export interface NotJson {
  readonly issue: SyntaxIssue;
  readonly position: number;
}

type ParsedJson = { readonly node: JsonNode } | NotJson;

/** Far deeper than the limit of metadata, but small enough for recursion. */
const MAX_DEPTH = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LITERALS = { true: 'boolean', false: 'boolean', null: 'null' } as const;

/** Parses JSON strictly (RFC 8259) and keeps all positions. Duplicate keys are allowed. */
export function parseJson(text: string): ParsedJson {
  try {
    return { node: new Parser(text).document() };
  } catch (error) {
    if (error instanceof ParseError) return { issue: error.issue, position: error.position };
    throw error;
  }
}

class ParseError extends Error {
  readonly issue: SyntaxIssue;
  readonly position: number;
  constructor(issue: SyntaxIssue, position: number) {
    super(issue);
    this.issue = issue;
    this.position = position;
  }
}

class Parser {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): JsonNode {
    this.space();
    if (this.at === this.text.length) throw new ParseError('empty', 0);
    const node = this.value();
    this.space();
    if (this.at < this.text.length) throw new ParseError('textAfterEnd', this.at);
    return node;
  }

  private value(): JsonNode {
    const char = this.text[this.at];
    if (char === '{' || char === '[') {
      if (this.depth === MAX_DEPTH) throw new ParseError('tooDeep', this.at);
      this.depth++;
      const node = char === '{' ? this.object() : this.array();
      this.depth--;
      return node;
    }
    return char === '"' ? this.string() : this.numberOrLiteral();
  }

  private object(): JsonNode {
    const start = this.at;
    const members: JsonMember[] = [];
    this.list('}', 'commaInObject', () => {
      if (this.text[this.at] !== '"') throw new ParseError('key', this.at);
      const key = this.string();
      this.space();
      if (this.text[this.at] !== ':') throw new ParseError('colon', this.at);
      this.at++;
      this.space();
      const { start: keyStart, end: keyEnd, source: keySource } = key;
      members.push({ key: key.text, value: this.value(), keyStart, keyEnd, keySource });
    });
    return { kind: 'object', members, ...this.since(start) };
  }

  private array(): JsonNode {
    const start = this.at;
    const items: JsonNode[] = [];
    this.list(']', 'commaInArray', () => items.push(this.value()));
    return { kind: 'array', items, ...this.since(start) };
  }

  /** From the opening bracket to after the closing one. */
  private list(closing: string, issue: SyntaxIssue, item: () => void): void {
    this.at++;
    this.space();
    if (this.text[this.at] === closing) {
      this.at++;
      return;
    }
    for (;;) {
      item();
      this.space();
      const char = this.text[this.at];
      if (char !== ',' && char !== closing) throw new ParseError(issue, this.at);
      const comma = this.at++;
      if (char === closing) return;
      this.space();
      if (this.text[this.at] === closing) throw new ParseError('trailingComma', comma);
    }
  }

  private string(): Required<JsonLeaf> {
    const start = this.at++;
    let escaped = false;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (Number.isNaN(code)) throw new ParseError('unterminatedString', start);
      if (code === QUOTE) break;
      if (code < 32) throw new ParseError('controlCharacter', this.at);
      if (code === BACKSLASH) {
        escaped = true;
        this.at += this.match(ESCAPE)?.length ?? this.fail('escape');
      } else {
        this.at++;
      }
    }
    this.at++;
    const written = this.since(start);
    const text = escaped ? (JSON.parse(written.source) as string) : written.source.slice(1, -1);
    return { kind: 'string', text, ...written };
  }

  private numberOrLiteral(): JsonNode {
    const start = this.at;
    const number = this.match(NUMBER);
    if (number !== undefined) {
      this.at += number.length;
      return { kind: 'number', text: number, ...this.since(start) };
    }
    for (const [word, kind] of Object.entries(LITERALS)) {
      if (!this.text.startsWith(word, start)) continue;
      this.at += word.length;
      return { kind, text: word, ...this.since(start) };
    }
    return this.fail('value');
  }

  private since(start: number): { start: number; end: number; source: string } {
    return { start, end: this.at, source: this.text.slice(start, this.at) };
  }

  private space(): void {
    this.at += this.match(SPACE)?.length ?? 0;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  private fail(issue: SyntaxIssue): never {
    throw new ParseError(issue, this.at);
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
