import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { openInvitation } from '../../../actions/members/find-invitation.ts';
import type { Provider } from '../../../actions/oidc/provider.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { dashboardPath } from '../../../domain/access/oidc.ts';
import { parseProviderJoin } from '../../../domain/access/sign-in-request.ts';
import { fail, refuse } from '../../../problem.ts';
import { problems } from '../../documented.ts';
import { BODY_PROBLEMS, DOOR_PROBLEMS } from '../problems.ts';
import { sendJson } from '../send-json.ts';
import { beginAttempt } from '../sessions/sign-in-oidc.ts';

export const ProviderAddressSchema = Type.Object(
  { address: Type.String({ format: 'uri', description: 'Where to send the browser.' }) },
  { $id: 'ProviderAddress', additionalProperties: false },
);

export const joinAtProviderSchema = {
  operationId: 'joinAtProvider',
  summary: 'Use the link of an invitation at the OpenID Connect provider',
  description:
    'Whoever signs in there next in this browser uses it, where it is for them or for anybody. In the body, so that the secret of the link is in no address.',
  tags: ['Signing in'],
  security: [],
  body: { content: { 'application/json': { schema: { $ref: 'ProviderJoin#' } } } },
  response: {
    200: {
      description: 'That of the provider; or of the sign-in page, which says what is wrong.',
      content: { 'application/json': { schema: { $ref: 'ProviderAddress#' } } },
    },
    ...problems(...DOOR_PROBLEMS, ...BODY_PROBLEMS, 'invitation_over'),
  },
};

export function joinAtProviderHandler(ctx: Context, provider: Provider | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send "invitation".');
    const wish = parseProviderJoin(json);
    if ('faults' in wish) refuse(wish.faults);
    const { invitation, to } = wish;
    await openInvitation(ctx, invitation);
    const kept = { to: dashboardPath(to), invitation };
    return sendJson(reply, { address: await beginAttempt(ctx, reply, provider, kept) });
  };
}
