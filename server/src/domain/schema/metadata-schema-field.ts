import { Type } from 'typebox';
import type { MetadataSchemaDocument } from './metadata-schema.ts';

/** The field of an app or a template. */
export const metadataSchemaField = (description: string) =>
  Type.Optional(
    Type.Unsafe<MetadataSchemaDocument>({
      type: 'object',
      description,
      additionalProperties: true,
    }),
  );
