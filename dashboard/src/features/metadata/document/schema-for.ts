import type { AppDocument } from '../../../api/types.ts';
import {
  metadataSchemaIssues,
  type MetadataSchemaDocument,
} from '../../../../../server/src/domain/schema/metadata-schema.ts';

/** The schema for metadata of a link: that of its template, else of the app. Undefined: there is none. */
export function schemaFor(
  app: AppDocument | undefined,
  template: string | null,
): MetadataSchemaDocument | undefined {
  const own = app?.templates.find(({ name }) => name === template)?.metadata_schema;
  return usableSchema(own ?? app?.metadata_schema);
}

/** A newer service can have schemas that this dashboard does not know; then only the service checks metadata. */
export function usableSchema(
  schema: object | null | undefined,
): MetadataSchemaDocument | undefined {
  if (schema === undefined || schema === null || Object.keys(schema).length === 0) return undefined;
  return metadataSchemaIssues(schema, '').length === 0
    ? (schema as MetadataSchemaDocument)
    : undefined;
}
