import { Type } from 'typebox';
import { metadataIssues } from '../link/metadata.ts';
import type { Issue } from '../text/issue.ts';
import { parserOf } from '../text/schema.ts';
import { component } from '../text/shapes.ts';
import { metadataIssuesBy, metadataSchemaIssues } from './metadata-schema.ts';

/** The body of `POST /manage/v1/metadata-schema/try`. */
export const SchemaTrialSchema = component(
  'MetadataSchemaTrial',
  {
    schema: Type.Unsafe<Record<string, unknown>>({ description: 'A JSON schema for metadata.' }),
    value: Type.Optional(
      Type.Unsafe<unknown>({
        description: 'Metadata to check by it. If omitted, none is checked.',
      }),
    ),
  },
  {
    examples: [
      {
        schema: { properties: { percent: { type: 'integer', maximum: 100 } } },
        value: { percent: 110 },
      },
    ],
  },
);

interface SchemaTrial {
  readonly schema: unknown;
  readonly value: { readonly value: unknown; readonly text: string } | undefined;
}

/** Reads a schema and metadata to try, or returns all errors. */
export const readSchemaTrial = parserOf(
  SchemaTrialSchema,
  ({ schema, value }, { members }): SchemaTrial => {
    const text = members.get('value');
    return { schema, value: text === undefined ? undefined : { value, text } };
  },
);

/** The errors of a schema, or else those of metadata by the rules for all metadata, or else by the schema. */
export function triedSchema({ schema, value: metadata }: SchemaTrial): readonly Issue[] {
  const ofSchema = metadataSchemaIssues(schema, '/schema');
  if (ofSchema.length > 0 || !metadata) return ofSchema;
  const { value, text } = metadata;
  const issues = metadataIssues(value, text, '/value');
  if (issues.length > 0) return issues;
  return metadataIssuesBy(schema as Record<string, unknown>, value, '/value');
}
