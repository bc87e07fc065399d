import { restoreLink } from '../../../actions/links/restore-link.ts';
import { endpoint } from '../../endpoint.ts';
import { ifMatch, versionsIn } from '../../etag.ts';
import { codeParams, managedLinkAnswer, managedLinkResponse } from './managed-link.ts';

export const restoreLinkEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/smartlinks/:code/restore',
  callers: 'editor',
  id: 'restoreSmartlink',
  summary: 'Restore a deleted smart link',
  description:
    'The link is as it was before it was deleted, active or disabled. Possible until `restorable_until`. If another link has its unique URI or its external_id now, the response is 409 with `existing_code`. A link that is not deleted stays as it is.',
  params: codeParams,
  headers: ifMatch('the link was changed since'),
  responses: { 200: managedLinkResponse },
  problems: ['gone', 'uri_taken', 'external_id_taken'],
  async handle(call) {
    const { ctx, author, params, request } = call;
    const versions = versionsIn(request.headers['if-match']);
    return managedLinkAnswer(call, await restoreLink(ctx, author, params.code, versions));
  },
});
