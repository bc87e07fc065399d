import { Type } from 'typebox';
import {
  readSchemaTrial,
  SchemaTrialSchema,
  triedSchema,
} from '../../../domain/schema/schema-trial.ts';
import { closedObject, component } from '../../../domain/text/shapes.ts';
import { parsedBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';

export const TriedSchemaSchema = component('TriedMetadataSchema', {
  errors: Type.Array(
    closedObject({
      pointer: Type.String({ description: 'Begins with `/schema` or `/value`.' }),
      detail: Type.String(),
    }),
    { description: 'Empty: the schema can be saved, and the value fulfils it.' },
  ),
});

export const tryMetadataSchemaEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/metadata-schema/try',
  callers: 'viewer',
  id: 'tryMetadataSchema',
  summary: 'Try a metadata schema',
  description:
    'Checks a JSON schema for metadata, and metadata by it. Changes nothing. The errors of the value are returned if the schema has none.',
  body: parsedBody(SchemaTrialSchema, readSchemaTrial),
  responses: { 200: { description: 'What is wrong.', schema: TriedSchemaSchema } },
  async handle({ body }) {
    return { errors: [...triedSchema(body)] };
  },
});
