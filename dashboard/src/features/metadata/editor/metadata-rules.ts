import { isSafeNumber } from 'lossless-json';
import type { JsonNode, JsonPath, JsonMember } from '../../../lib/json-node.ts';
import { parseJson } from '../../../lib/json-parse.ts';
import { metadata as words } from '../../../texts/metadata.ts';

export const MAX_METADATA_BYTES = 16 * 1024;
const MAX_METADATA_DEPTH = 32;
const MAX_METADATA_KEYS = 1000;

/** Enough to show. */
const MAX_ISSUES = 100;
export const REFUSED_KEYS: ReadonlySet<unknown> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);

interface MetadataIssue {
  /** `syntax`: not valid JSON; `key`: a key that a JavaScript object cannot hold; `rule`: everything else. */
  readonly kind: 'syntax' | 'key' | 'rule';
  /** Empty: the whole document. */
  readonly path: JsonPath;
  /** The rest of a sentence that begins with the location. */
  readonly detail: string;
  /** The range to mark, as indexes of the text. */
  readonly start: number;
  readonly end: number;
}

export interface CheckedMetadata {
  /** Undefined: the text is not valid JSON. */
  readonly node: JsonNode | undefined;
  readonly issues: readonly MetadataIssue[];
  /** Counted like the service does: without white space around the document. */
  readonly bytes: number;
  readonly keys: number;
}

/**
 * All issues of a text as the metadata of a link. The rules are those of the service
 * (`server/src/domain/link/metadata.ts`), which checks again.
 */
export function checkMetadata(text: string): CheckedMetadata {
  const bytes = new TextEncoder().encode(text.trim()).length;
  const parsed = parseJson(text);
  if (!('node' in parsed)) {
    const { issue, position } = parsed;
    const end = Math.min(position + 1, text.length);
    const detail = words.syntax[issue];
    const found: MetadataIssue = { kind: 'syntax', path: [], detail, start: position, end };
    return { node: undefined, issues: [found], bytes, keys: 0 };
  }
  const { node } = parsed;
  const walk = new Walk();
  const { start = 0, end = 0 } = node;
  const whole = (detail: string): MetadataIssue => ({ kind: 'rule', path: [], detail, start, end });
  if (node.kind !== 'object') {
    walk.keysWithin(node, []);
    walk.issues.unshift(whole(words.mustBeObject(words.kinds[node.kind])));
    return { node, issues: walk.issues, bytes, keys: 0 };
  }
  walk.members(node.members, [], 1);
  const issues = walk.issues;
  if (walk.keys > MAX_METADATA_KEYS) {
    issues.unshift(whole(words.tooManyKeys(walk.keys, MAX_METADATA_KEYS)));
  }
  if (bytes > MAX_METADATA_BYTES) issues.unshift(whole(words.tooLarge(bytes, MAX_METADATA_BYTES)));
  return { node, issues, bytes, keys: walk.keys };
}

class Walk {
  keys = 0;
  readonly issues: MetadataIssue[] = [];

  members(members: readonly JsonMember[], path: JsonPath, depth: number): void {
    const seen = new Set<string>();
    for (const member of members) {
      this.keys++;
      if (this.issues.length >= MAX_ISSUES) return;
      const { key, value } = member;
      const here = [...path, key];
      this.twin(member, here, seen);
      if (REFUSED_KEYS.has(key)) {
        this.refusedKey(member, here);
        this.keysWithin(value, here);
        continue;
      }
      const issue = stringIssue(key);
      if (issue !== undefined) this.note('rule', here, words.ofTheKey(issue), rangeOfKey(member));
      this.value(value, here, depth + 1, false);
    }
  }

  private value(node: JsonNode, path: JsonPath, depth: number, inArray: boolean): void {
    if (node.kind === 'string' || node.kind === 'number') {
      const issue = node.kind === 'string' ? stringIssue(node.text) : numberIssue(node.text);
      if (issue !== undefined) this.note('rule', path, issue, node);
    } else if (depth > MAX_METADATA_DEPTH && (node.kind === 'array' || node.kind === 'object')) {
      this.note('rule', path, words.tooDeep(MAX_METADATA_DEPTH), node);
      this.keysWithin(node, path);
    } else if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) {
        if (this.issues.length >= MAX_ISSUES) return;
        this.value(item, [...path, index], depth + 1, true);
      }
    } else if (inArray && node.kind === 'object') {
      this.members(node.members, path, depth);
    } else {
      const must = inArray ? words.mustBeElement : words.mustBeValue;
      this.note('rule', path, must(words.kinds[node.kind]), node);
      this.keysWithin(node, path);
    }
  }

  /** Below a value that breaks a rule, only duplicate and reserved keys are checked: an editor would lose them. */
  keysWithin(node: JsonNode, path: JsonPath): void {
    if (this.issues.length >= MAX_ISSUES) return;
    if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) this.keysWithin(item, [...path, index]);
    } else if (node.kind === 'object') {
      const seen = new Set<string>();
      for (const member of node.members) {
        const here = [...path, member.key];
        this.twin(member, here, seen);
        if (REFUSED_KEYS.has(member.key)) this.refusedKey(member, here);
        this.keysWithin(member.value, here);
      }
    }
  }

  private twin(member: JsonMember, path: JsonPath, seen: Set<string>): void {
    if (seen.has(member.key)) this.note('key', path, words.givenTwice, rangeOfKey(member));
    seen.add(member.key);
  }

  private refusedKey(member: JsonMember, path: JsonPath): void {
    this.note('key', path, words.refusedKey(member.key), rangeOfKey(member));
  }

  private note(
    kind: MetadataIssue['kind'],
    path: JsonPath,
    detail: string,
    { start = 0, end = 0 }: { readonly start?: number; readonly end?: number },
  ): void {
    this.issues.push({ kind, path, detail, start, end });
  }
}

function rangeOfKey({ keyStart = 0, keyEnd = 0 }: JsonMember): { start: number; end: number } {
  return { start: keyStart, end: keyEnd };
}

function stringIssue(text: string): string | undefined {
  if (text.includes('\0')) return words.nul;
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)) {
    return words.halfCharacter;
  }
  return undefined;
}

function numberIssue(source: string): string | undefined {
  const value = Number(source);
  if (!Number.isFinite(value)) return words.overflow;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return words.unsafeInteger;
  if (!isSafeNumber(source)) return words.lostDigits(value);
  return undefined;
}
