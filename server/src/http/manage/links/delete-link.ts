import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { deleteLink } from '../../../actions/links/delete-link.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { versionsIn } from '../../etag.ts';
import { ifMatch } from './change-link.ts';
import { codeParams } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';

export const deleteLinkSchema = {
  operationId: 'deleteSmartlink',
  summary: 'Delete a smart link for good',
  description:
    'It answers 410 from now on, and its code is never given to another link. Ledger and history stay. Deleting twice changes nothing.',
  tags: ['Management'],
  params: codeParams,
  headers: ifMatch,
  response: {
    204: { type: 'null', description: 'It is deleted.' },
    ...problems(...MANAGE_PROBLEMS, 'precondition_failed'),
  },
};

export function deleteLinkHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const versions = versionsIn(request.headers['if-match']);
    await deleteLink(ctx, editorOf(request), code, versions);
    return reply.code(204).header('cache-control', 'no-store').send();
  };
}
