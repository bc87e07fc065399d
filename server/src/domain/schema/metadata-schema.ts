import type { Issue } from '../text/issue.ts';
import { rangeIssues } from './range-issues.ts';
import { readSchema, type SchemaNode } from './read-schema.ts';
import { valueIssues } from './value-issues.ts';

/** A JSON schema for metadata as it was sent. Without members it accepts all metadata. */
export type MetadataSchemaDocument = Readonly<Record<string, unknown>>;

/** The errors of a JSON schema for metadata. `at`: its JSON pointer. */
export function metadataSchemaIssues(document: unknown, at: string): readonly Issue[] {
  const read = readSchema(document, at);
  if ('issues' in read) return read.issues;
  const { types } = read.node;
  if (types && !types.includes('object')) {
    return [{ pointer: `${at}/type`, detail: 'must include "object": metadata is an object' }];
  }
  // Not when a stored schema is read: older versions stored such limits, and the rest of the schema must hold.
  return rangeIssues(read.node, at);
}

// An app or a template is cached with its document, so each is read once.
const nodes = new WeakMap<MetadataSchemaDocument, SchemaNode | undefined>();

/**
 * The errors of valid metadata by the stored schema. A schema that this version cannot read, such as that of a
 * newer one, accepts everything. `isPublic`: see `valueIssues`.
 */
export function metadataIssuesBy(
  document: MetadataSchemaDocument,
  metadata: unknown,
  at: string,
  isPublic = false,
): Issue[] {
  if (!nodes.has(document)) {
    const read = readSchema(document, '');
    nodes.set(document, 'node' in read ? read.node : undefined);
  }
  const node = nodes.get(document);
  return node ? valueIssues(node, metadata, at, isPublic) : [];
}

/** The schema, or undefined if it accepts everything. */
export function usedSchema(document: MetadataSchemaDocument): MetadataSchemaDocument | undefined {
  return Object.keys(document).length > 0 ? document : undefined;
}
