import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { changeLink } from '../../../actions/links/change-link.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { fail } from '../../../problem.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { versionsIn } from '../../etag.ts';
import { codeParams, managedLinkReply, sendManagedLink } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';

export const ifMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The `ETag` that was read: 412 if the link was changed since.' }),
  ),
});

export const changeLinkSchema = {
  operationId: 'changeSmartlink',
  summary: 'Change a smart link',
  description:
    'What is left out stays as it is. In effect for the next visit and the next redemption; who changed what stands in the history.',
  tags: ['Management'],
  params: codeParams,
  headers: ifMatch,
  body: { content: { 'application/json': { schema: { $ref: 'LinkChange#' } } } },
  response: {
    200: managedLinkReply,
    ...problems(
      ...MANAGE_PROBLEMS,
      'invalid_json',
      'gone',
      'precondition_failed',
      'payload_too_large',
      'unsupported_media_type',
      'validation_failed',
    ),
  },
};

export function changeLinkHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send an object with what is to change.');
    const { code } = request.params as { code: string };
    const versions = versionsIn(request.headers['if-match']);
    return sendManagedLink(
      ctx,
      reply,
      await changeLink(ctx, editorOf(request), code, json, versions),
    );
  };
}
