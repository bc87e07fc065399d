import { deleteLink } from '../../../actions/links/delete-link.ts';
import { endpoint } from '../../endpoint.ts';
import { ifMatch, versionsIn } from '../../etag.ts';
import { codeParams } from './managed-link.ts';

export const deleteLinkEndpoint = endpoint({
  method: 'DELETE',
  path: '/manage/v1/smartlinks/:code',
  callers: 'editor',
  id: 'deleteSmartlink',
  summary: 'Delete a smart link',
  description:
    'The link returns 410 from now on, and its code is never used again. It can be restored until `restorable_until`; then its content is removed. Its redemptions and history are kept. Deleting it again changes nothing.',
  params: codeParams,
  headers: ifMatch('the link was changed since'),
  responses: { 204: { description: 'The link is deleted.' } },
  async handle({ ctx, author, params, request }) {
    await deleteLink(ctx, author, params.code, versionsIn(request.headers['if-match']));
    return undefined;
  },
});
