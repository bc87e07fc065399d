import { changeLink } from '../../../actions/links/change-link.ts';
import { LinkChangeSchema, parseLinkChange } from '../../../domain/link/link-change.ts';
import { parsedBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { ifMatch, versionsIn } from '../../etag.ts';
import { codeParams, managedLinkAnswer, managedLinkResponse } from './managed-link.ts';

export const changeLinkEndpoint = endpoint({
  method: 'PATCH',
  path: '/manage/v1/smartlinks/:code',
  callers: 'editor',
  id: 'changeSmartlink',
  summary: 'Change a smart link',
  description:
    'Fields that are left out keep their values. Takes effect for the next visit and the next redemption. The history records who changed what.',
  params: codeParams,
  headers: ifMatch('the link was changed since'),
  body: parsedBody(LinkChangeSchema, parseLinkChange),
  responses: { 200: managedLinkResponse },
  problems: ['gone', 'external_id_taken'],
  async handle(call) {
    const { ctx, author, params, body, request } = call;
    const versions = versionsIn(request.headers['if-match']);
    return managedLinkAnswer(call, await changeLink(ctx, author, params.code, body.edit, versions));
  },
});
