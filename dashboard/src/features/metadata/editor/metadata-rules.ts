import { isSafeNumber } from 'lossless-json';
import {
  metadataIssuesBy,
  type MetadataSchemaDocument,
} from '../../../../../server/src/domain/schema/metadata-schema.ts';
import type { JsonNode, JsonPath, JsonMember } from '../../../lib/json-node.ts';
import { parseJson } from '../../../lib/json-parse.ts';
import { valueOf } from '../../../lib/json-value.ts';
import { placeOf, syntaxPlace, type PlacedIssue } from '../../../components/place.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';

export const MAX_METADATA_BYTES = 16 * 1024;
const MAX_METADATA_DEPTH = 32;
const MAX_METADATA_KEYS = 1000;

/** The list below the editor shows fewer. */
const MAX_ISSUES = 100;
export const RESERVED_KEYS: ReadonlySet<unknown> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);

interface MetadataIssue extends PlacedIssue {
  /** `syntax`: not valid JSON; `key`: a key that a JavaScript object would lose; `rule`: any other rule. */
  readonly kind: 'syntax' | 'key' | 'rule';
}

export interface CheckedMetadata {
  /** Undefined: the text is not valid JSON. */
  readonly node: JsonNode | undefined;
  readonly issues: readonly MetadataIssue[];
  /** Counted as in the service: without white space around the document. */
  readonly bytes: number;
  readonly keys: number;
}

/**
 * Checks a text as the metadata of a link and returns all issues. The rules are those of the service
 * (`server/src/domain/link/metadata.ts`), which checks them again. `schema`: what else metadata must fulfil.
 */
export function checkMetadata(text: string, schema?: MetadataSchemaDocument): CheckedMetadata {
  const bytes = new TextEncoder().encode(text.trim()).length;
  const parsed = parseJson(text);
  if (!('node' in parsed)) {
    const issue: MetadataIssue = { kind: 'syntax', ...syntaxPlace(text, parsed) };
    return { node: undefined, issues: [issue], bytes, keys: 0 };
  }
  const { node } = parsed;
  const checker = new MetadataChecker();
  const { start = 0, end = 0 } = node;
  const ofDocument = (detail: string): MetadataIssue => ({
    kind: 'rule',
    path: [],
    detail,
    start,
    end,
  });
  if (node.kind !== 'object') {
    checker.checkKeys(node, []);
    checker.issues.unshift(ofDocument(metadataTexts.mustBeObject(metadataTexts.kinds[node.kind])));
    return { node, issues: checker.issues, bytes, keys: 0 };
  }
  checker.checkMembers(node.members, [], 1);
  const issues = checker.issues;
  if (checker.keys > MAX_METADATA_KEYS) {
    issues.unshift(ofDocument(metadataTexts.tooManyKeys(checker.keys, MAX_METADATA_KEYS)));
  }
  if (bytes > MAX_METADATA_BYTES)
    issues.unshift(ofDocument(metadataTexts.tooLarge(bytes, MAX_METADATA_BYTES)));
  if (issues.length === 0 && schema) issues.push(...schemaIssuesOf(node, schema));
  return { node, issues, bytes, keys: checker.keys };
}

function schemaIssuesOf(node: JsonNode, schema: MetadataSchemaDocument): readonly MetadataIssue[] {
  return metadataIssuesBy(schema, valueOf(node), '').map(({ pointer, detail }) => ({
    kind: 'rule',
    ...placeOf(node, pointer, detail),
  }));
}

class MetadataChecker {
  keys = 0;
  readonly issues: MetadataIssue[] = [];

  checkMembers(members: readonly JsonMember[], path: JsonPath, depth: number): void {
    const seen = new Set<string>();
    for (const member of members) {
      this.keys++;
      if (this.issues.length >= MAX_ISSUES) return;
      const { key, value } = member;
      const here = [...path, key];
      this.checkDuplicate(member, here, seen);
      if (RESERVED_KEYS.has(key)) {
        this.reportReservedKey(member, here);
        this.checkKeys(value, here);
        continue;
      }
      const issue = stringIssue(key);
      if (issue !== undefined)
        this.report('rule', here, metadataTexts.inKey(issue), rangeOfKey(member));
      this.checkValue(value, here, depth + 1, false);
    }
  }

  private checkValue(node: JsonNode, path: JsonPath, depth: number, inArray: boolean): void {
    if (node.kind === 'string' || node.kind === 'number') {
      const issue = node.kind === 'string' ? stringIssue(node.text) : numberIssue(node.text);
      if (issue !== undefined) this.report('rule', path, issue, node);
    } else if (depth > MAX_METADATA_DEPTH && (node.kind === 'array' || node.kind === 'object')) {
      this.report('rule', path, metadataTexts.tooDeep(MAX_METADATA_DEPTH), node);
      this.checkKeys(node, path);
    } else if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) {
        if (this.issues.length >= MAX_ISSUES) return;
        this.checkValue(item, [...path, index], depth + 1, true);
      }
    } else if (inArray && node.kind === 'object') {
      this.checkMembers(node.members, path, depth);
    } else {
      const message = inArray ? metadataTexts.mustBeElement : metadataTexts.mustBeValue;
      this.report('rule', path, message(metadataTexts.kinds[node.kind]), node);
      this.checkKeys(node, path);
    }
  }

  /** Below an invalid value, only duplicate and reserved keys are reported, because a tree editor would lose them. */
  checkKeys(node: JsonNode, path: JsonPath): void {
    if (this.issues.length >= MAX_ISSUES) return;
    if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) this.checkKeys(item, [...path, index]);
    } else if (node.kind === 'object') {
      const seen = new Set<string>();
      for (const member of node.members) {
        const here = [...path, member.key];
        this.checkDuplicate(member, here, seen);
        if (RESERVED_KEYS.has(member.key)) this.reportReservedKey(member, here);
        this.checkKeys(member.value, here);
      }
    }
  }

  private checkDuplicate(member: JsonMember, path: JsonPath, seen: Set<string>): void {
    if (seen.has(member.key))
      this.report('key', path, metadataTexts.duplicateKey, rangeOfKey(member));
    seen.add(member.key);
  }

  private reportReservedKey(member: JsonMember, path: JsonPath): void {
    this.report('key', path, metadataTexts.reservedKey(member.key), rangeOfKey(member));
  }

  private report(
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
  if (text.includes('\0')) return metadataTexts.nullCharacter;
  return text.isWellFormed() ? undefined : metadataTexts.unpairedSurrogate;
}

function numberIssue(source: string): string | undefined {
  const value = Number(source);
  if (!Number.isFinite(value)) return metadataTexts.numberTooLarge;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return metadataTexts.unsafeInteger;
  if (!isSafeNumber(source)) return metadataTexts.inexactNumber(value);
  return undefined;
}
