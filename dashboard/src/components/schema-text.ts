import type { Issue } from '../api/problem.ts';
import {
  metadataSchemaIssues,
  type MetadataSchemaDocument,
} from '../../../server/src/domain/schema/metadata-schema.ts';
import { parseJson } from '../lib/json-parse.ts';
import { valueOf } from '../lib/json-value.ts';
import { metadata as metadataTexts } from '../texts/metadata.ts';
import { schema as schemaTexts } from '../texts/schema.ts';
import { duplicateKeyOf } from '../lib/duplicate-key.ts';
import { placeOf, syntaxPlace, type PlacedIssue } from './place.ts';

/** A problem of a schema at its place in the text. */
export interface SchemaIssue extends Omit<PlacedIssue, 'path'> {
  readonly where: string;
}

interface ReadSchemaText {
  /** Undefined: the text is not JSON, or empty. */
  readonly schema: MetadataSchemaDocument | undefined;
  readonly issues: readonly SchemaIssue[];
}

/** Reads the text of a JSON schema. `fromService`: further issues, with pointers into the schema. */
export function readSchemaText(text: string, fromService: readonly Issue[] = []): ReadSchemaText {
  if (text.trim() === '') return { schema: undefined, issues: [] };
  const parsed = parseJson(text);
  if (!('node' in parsed)) {
    const issue = { where: schemaTexts.whole, ...syntaxPlace(text, parsed) };
    return { schema: undefined, issues: [issue] };
  }
  const { node } = parsed;
  const twice = duplicateKeyOf(node);
  const value = valueOf(node);
  const found = twice
    ? [{ pointer: twice, detail: metadataTexts.duplicateKey }]
    : metadataSchemaIssues(value, '');
  const known = new Set(found.map(({ pointer, detail }) => `${pointer} ${detail}`));
  const all = [
    ...found,
    ...fromService.filter(({ pointer, detail }) => !known.has(`${pointer} ${detail}`)),
  ];
  const issues = all.map(({ pointer, detail }) => {
    const { path, start, end } = placeOf(node, pointer, detail);
    const where = path.length === 0 ? schemaTexts.whole : path.join(' › ');
    return { where, detail, start, end };
  });
  const isUsable = node.kind === 'object' && twice === undefined;
  return { schema: isUsable ? (value as MetadataSchemaDocument) : undefined, issues };
}

/** The text of a schema for the editor; empty: there is none. */
export function schemaText(schema: object | undefined): string {
  return schema === undefined ? '' : JSON.stringify(schema, null, 2);
}
