import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Provider } from '../../../actions/oidc/provider.ts';
import { signInAtProvider } from '../../../actions/oidc/sign-in-at-provider.ts';
import type { SignInLog } from '../../../actions/sessions/sign-in-log.ts';
import { networkOf } from '../../../domain/access/network.ts';
import {
  ATTEMPT_SECONDS,
  attemptText,
  dashboardPath,
  parseAttempt,
  type Attempt,
  type OidcFailure,
} from '../../../domain/access/oidc.ts';
import { browserOf } from '../../browser.ts';
import { cookie, readCookie } from '../../cookie.ts';
import { problems, TRANSPORT_PROBLEMS } from '../../documented.ts';
import { setSessionCookie } from '../../session-cookie.ts';
import { DOOR_PROBLEMS } from '../problems.ts';
import { OIDC_PATH } from './sign-in.ts';

const COOKIE = 'smartlink-oidc';

const redirect = (description: string) => ({
  302: {
    type: 'null',
    description,
    headers: { location: { type: 'string', description: 'Where the browser goes.' } },
  },
});

export const beginOidcSchema = {
  operationId: 'beginSignInAtProvider',
  summary: 'Sign in at the OpenID Connect provider',
  description: 'For browsers to open, not for programs.',
  tags: ['Signing in'],
  security: [],
  querystring: Type.Object({
    to: Type.Optional(
      Type.String({
        description: 'Where to go after it: a path below `/dashboard`, such as `/shop/links`.',
      }),
    ),
  }),
  response: {
    ...redirect('To the provider; or to the sign-in page, which says what is wrong.'),
    ...problems(...DOOR_PROBLEMS),
  },
};

export const endOidcSchema = {
  operationId: 'endSignInAtProvider',
  summary: 'Where the OpenID Connect provider sends the browser back to',
  description:
    'The provider must know its address. Sets the session cookie. Other parameters that the provider adds are ignored, as OAuth 2.0 asks for.',
  tags: ['Signing in'],
  security: [],
  querystring: Type.Object(
    {
      code: Type.Optional(
        Type.String({ description: 'What the provider issues for the sign-in.' }),
      ),
      state: Type.Optional(Type.String({ description: 'What the service sent to the provider.' })),
      iss: Type.Optional(Type.String({ description: 'The issuer, as the provider names itself.' })),
      error: Type.Optional(Type.String({ description: 'Why nobody was signed in.' })),
    },
    { additionalProperties: true },
  ),
  response: {
    ...redirect('To the dashboard; or to the sign-in page, which says what is wrong.'),
    ...problems(...TRANSPORT_PROBLEMS, 'internal', 'overloaded', 'store_unavailable'),
  },
};

export function beginOidcHandler(ctx: Context, provider: Provider | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const to = dashboardPath((request.query as { to?: unknown }).to);
    return send(reply, await beginAttempt(ctx, reply, provider, { to }));
  };
}

/** Gives the browser what it has to bring back; returns where it goes. */
export async function beginAttempt(
  ctx: Context,
  reply: FastifyReply,
  provider: Provider | undefined,
  kept: Pick<Attempt, 'to' | 'invitation'>,
): Promise<string> {
  if (!provider) return failedAddress(ctx, 'no_provider', kept.to);
  const begun = await provider.begin(callbackAddress(ctx));
  if ('failed' in begun) return failedAddress(ctx, begun.failed, kept.to);
  const attempt = attemptText({ ...begun.attempt, ...kept });
  void reply.header('set-cookie', cookie(ctx, COOKIE, attempt, ATTEMPT_SECONDS));
  return begun.address;
}

export function endOidcHandler(ctx: Context, provider: Provider | undefined, log: SignInLog) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const sendFailed = (failed: OidcFailure, to: string) =>
      send(reply, failedAddress(ctx, failed, to));
    if (!provider) return sendFailed('no_provider', '/');
    const address = new URL(callbackAddress(ctx));
    address.search = new URL(request.url, address).search;
    const attempt = parseAttempt(readCookie(ctx, request, COOKIE));
    // A cookie that belongs to another attempt stays: that one may be under way in another tab.
    if (!attempt || address.searchParams.get('state') !== attempt.state) {
      return sendFailed('expired', attempt?.to ?? '/');
    }
    void reply.header('set-cookie', cookie(ctx, COOKIE, '', 0));
    const identity = await provider.identify(address, attempt);
    if ('failed' in identity) return sendFailed(identity.failed, attempt.to);
    const browser = await browserOf(ctx, request);
    const entered = await signInAtProvider(ctx, browser, identity, attempt.invitation);
    if ('failed' in entered) {
      log.atProvider(entered.failed, networkOf(browser.address));
      return sendFailed(entered.failed, attempt.to);
    }
    setSessionCookie(ctx, reply, entered.secret);
    return send(reply, `${ctx.own().baseUrl}/dashboard${attempt.to}`);
  };
}

function callbackAddress(ctx: Context): string {
  return `${ctx.own().baseUrl}${OIDC_PATH}/callback`;
}

/** The sign-in page, which says what went wrong. */
function failedAddress(ctx: Context, failed: OidcFailure, to: string): string {
  const address = new URL(`${ctx.own().baseUrl}/dashboard/sign-in`);
  address.searchParams.set('failed', failed);
  if (to !== '/') address.searchParams.set('to', to);
  return address.href;
}

/** What is in these addresses is for nobody else, and good for one time. */
function send(reply: FastifyReply, location: string): FastifyReply {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return reply.code(302).headers(headers).send();
}
