import { Type } from 'typebox';
import { openInvitation } from '../../../actions/members/find-invitation.ts';
import { dashboardPath } from '../../../domain/access/oidc.ts';
import { ProviderJoinSchema } from '../../../domain/access/sign-in-request.ts';
import { jsonBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { beginAttempt } from '../sessions/sign-in-oidc.ts';
import { OIDC_PATH } from '../sessions/sign-in.ts';
import { component } from '../../../domain/text/shapes.ts';

export const ProviderAddressSchema = component('ProviderAddress', {
  address: Type.String({ format: 'uri', description: 'Where to send the browser.' }),
});

export const joinAtProviderEndpoint = endpoint({
  method: 'POST',
  path: OIDC_PATH,
  callers: 'same-origin',
  id: 'joinAtProvider',
  tag: 'Signing in',
  summary: 'Accept an invitation at the OpenID Connect provider',
  description:
    'The next person who signs in at the provider in this browser accepts the invitation, if it is for them or for anyone. The secret is in the body, so that no address contains it.',
  body: jsonBody(ProviderJoinSchema),
  responses: {
    200: {
      description: 'The address of the provider, or of the sign-in page with an error.',
      schema: ProviderAddressSchema,
    },
  },
  problems: ['invitation_over'],
  async handle({ ctx, service: { provider }, body: { invitation, to }, request, reply }) {
    await openInvitation(ctx, invitation);
    const kept = { to: dashboardPath(to), invitation };
    return { address: await beginAttempt(ctx, request, reply, provider, kept) };
  },
});
