import type { FastifyInstance } from 'fastify';
import { NameAttempts } from '../../../actions/apps/name-attempts.ts';
import type { Context } from '../../../actions/context.ts';
import type { Door } from '../../../actions/sessions/check-password.ts';
import { behind, type Admission } from '../../admission.ts';
import { withoutBody } from '../../without-body.ts';
import {
  createAppHandler,
  createAppSchema,
  listAppsHandler,
  listAppsSchema,
} from '../apps/apps.ts';
import { acceptHandler, acceptSchema, lookHandler, lookSchema } from '../members/invitations.ts';
import { joinAtProviderHandler, joinAtProviderSchema } from '../members/join-at-provider.ts';
import { changeMeHandler, changeMeSchema, getMeHandler, getMeSchema } from './me.ts';
import {
  endSessionHandler,
  endSessionSchema,
  listSessionsHandler,
  listSessionsSchema,
} from './sessions.ts';
import {
  beginOidcHandler,
  beginOidcSchema,
  endOidcHandler,
  endOidcSchema,
} from './sign-in-oidc.ts';
import {
  OIDC_PATH,
  signInHandler,
  signInSchema,
  signInWaysHandler,
  signInWaysSchema,
  signOutHandler,
  signOutSchema,
  type SignInWays,
} from './sign-in.ts';

/** How people come in, and what is theirs whatever the app. */
export function signInRoutes(
  server: FastifyInstance,
  ctx: Context,
  admit: Admission,
  door: Door,
  ways: SignInWays,
): void {
  const signIn = '/manage/v1/sign-in';
  server.get(signIn, behind(admit.sameOrigin, signInWaysSchema), signInWaysHandler(ctx, ways));
  server.post(signIn, behind(admit.sameOrigin, signInSchema), signInHandler(ctx, door));
  const { provider } = ways;
  const begin = behind(admit.sameOrigin, beginOidcSchema);
  server.get(OIDC_PATH, begin, beginOidcHandler(ctx, provider));
  const join = behind(admit.sameOrigin, joinAtProviderSchema);
  server.post(OIDC_PATH, join, joinAtProviderHandler(ctx, provider));
  // The provider sends the browser here; what shows that it was sent there from here is its cookie.
  const end = { schema: endOidcSchema };
  server.get(`${OIDC_PATH}/callback`, end, endOidcHandler(ctx, provider, door.log));
  server.post(
    '/manage/v1/sign-out',
    ...withoutBody(signOutSchema, signOutHandler(ctx), admit.sameOrigin),
  );
  const invitations = '/manage/v1/invitations';
  server.post(`${invitations}/look`, behind(admit.sameOrigin, lookSchema), lookHandler(ctx));
  server.post(
    `${invitations}/accept`,
    behind(admit.sameOrigin, acceptSchema),
    acceptHandler(ctx, door),
  );

  const me = '/manage/v1/me';
  server.get(me, behind(admit.session, getMeSchema), getMeHandler(ctx));
  server.patch(me, behind(admit.session, changeMeSchema), changeMeHandler(ctx, door));
  const sessions = '/manage/v1/sessions';
  server.get(sessions, behind(admit.session, listSessionsSchema), listSessionsHandler(ctx));
  server.delete(
    `${sessions}/:session_id`,
    ...withoutBody(endSessionSchema, endSessionHandler(ctx), admit.session),
  );
  const apps = '/manage/v1/apps';
  server.get(apps, behind(admit.anybody, listAppsSchema), listAppsHandler(ctx));
  const names = new NameAttempts(ctx.now);
  server.post(apps, behind(admit.session, createAppSchema), createAppHandler(ctx, names));
}
