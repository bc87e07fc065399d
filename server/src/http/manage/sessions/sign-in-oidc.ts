import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Provider } from '../../../actions/oidc/provider.ts';
import { signInAtProvider } from '../../../actions/oidc/sign-in-at-provider.ts';
import { networkOf } from '../../../domain/access/network.ts';
import {
  ATTEMPT_SECONDS,
  attemptText,
  dashboardPath,
  parseAttempt,
  type OidcAttempt,
  type OidcFailure,
} from '../../../domain/access/oidc.ts';
import { browserOf } from '../../browser.ts';
import { cookie, readCookie, setSessionCookie } from '../../cookie.ts';
import { endpoint } from '../../endpoint.ts';
import { OIDC_PATH } from './sign-in.ts';

const COOKIE = 'smartlink-oidc';

const redirect = (description: string) => ({
  302: {
    description,
    headers: { location: { type: 'string', description: 'Where the browser goes.' } },
  },
});

export const beginOidcEndpoint = endpoint({
  method: 'GET',
  path: OIDC_PATH,
  callers: 'same-origin',
  id: 'beginSignInAtProvider',
  tag: 'Signing in',
  summary: 'Sign in at the OpenID Connect provider',
  description: 'For browsers, not for programs.',
  query: Type.Object({
    to: Type.Optional(
      Type.String({
        description: 'Where to go afterwards: a path below `/dashboard`, such as `/shop/links`.',
      }),
    ),
  }),
  responses: redirect('To the provider, or to the sign-in page with an error.'),
  async handle({ ctx, service: { provider }, query, request, reply }) {
    const kept = { to: dashboardPath(query.to) };
    return send(reply, await beginAttempt(ctx, request, reply, provider, kept));
  },
});

/** Sets the cookie of the attempt; returns where the browser goes. */
export async function beginAttempt(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider | undefined,
  kept: Pick<OidcAttempt, 'to' | 'invitation'>,
): Promise<string> {
  if (!provider) return failedAddress(ctx, 'no_provider', kept.to);
  const started = await provider.start(callbackAddress(ctx), networkOf(request.ip));
  if ('failed' in started) return failedAddress(ctx, started.failed, kept.to);
  const attempt = attemptText({ ...started.attempt, ...kept });
  void reply.header('set-cookie', cookie(ctx, COOKIE, attempt, ATTEMPT_SECONDS));
  return started.address;
}

export const endOidcEndpoint = endpoint({
  method: 'GET',
  path: `${OIDC_PATH}/callback`,
  // The provider sends the browser here from another origin. The cookie proves that the sign-in began here.
  callers: 'anyone',
  id: 'endSignInAtProvider',
  tag: 'Signing in',
  summary: 'Complete the sign-in at the OpenID Connect provider',
  description:
    'The redirect address to register at the provider. Sets the session cookie. Other parameters that the provider adds are ignored, as OAuth 2.0 requires.',
  query: Type.Object(
    {
      code: Type.Optional(
        Type.String({ description: 'The authorization code from the provider.' }),
      ),
      state: Type.Optional(
        Type.String({ description: 'The state that the service sent to the provider.' }),
      ),
      iss: Type.Optional(Type.String({ description: 'The issuer identifier of the provider.' })),
      error: Type.Optional(Type.String({ description: 'Why the sign-in failed.' })),
    },
    { additionalProperties: true },
  ),
  responses: redirect('To the dashboard, or to the sign-in page with an error.'),
  async handle({ ctx, service, request, reply }) {
    const { provider, failedCallbacks, signInGuard } = service;
    const network = networkOf(request.ip);
    const sendFailed = (failed: OidcFailure, to: string) =>
      send(reply, failedAddress(ctx, failed, to));
    if (!provider) return sendFailed('no_provider', '/');
    const address = new URL(callbackAddress(ctx));
    address.search = new URL(request.url, address).search;
    const attempt = parseAttempt(readCookie(ctx, request, COOKIE));
    // The cookie of another attempt stays: that one may be in progress in another tab.
    if (!attempt || address.searchParams.get('state') !== attempt.state) {
      return sendFailed('expired', attempt?.to ?? '/');
    }
    // Anyone can send both, so the attempt proves nothing before the provider has answered.
    if (failedCallbacks.waitOf(request.ip) > 0) {
      signInGuard.log.refusedAtProvider(network);
      return sendFailed('busy', attempt.to);
    }
    // It counts until it has succeeded.
    failedCallbacks.take(request.ip);
    void reply.header('set-cookie', cookie(ctx, COOKIE, '', 0));
    const identity = await provider.identify(address, attempt, network);
    if ('failed' in identity) return sendFailed(identity.failed, attempt.to);
    failedCallbacks.giveBack(request.ip);
    const browser = await browserOf(ctx, request);
    const signedIn = await signInAtProvider(ctx, browser, identity, attempt.invitation);
    if ('failed' in signedIn) {
      signInGuard.log.atProvider(signedIn.failed, network);
      return sendFailed(signedIn.failed, attempt.to);
    }
    setSessionCookie(ctx, reply, signedIn.secret);
    return send(reply, `${ctx.own().baseUrl}/dashboard${attempt.to}`);
  },
});

function callbackAddress(ctx: Context): string {
  return `${ctx.own().baseUrl}${OIDC_PATH}/callback`;
}

/** The address of the sign-in page with an error. */
function failedAddress(ctx: Context, failed: OidcFailure, to: string): string {
  const address = new URL(`${ctx.own().baseUrl}/dashboard/sign-in`);
  address.searchParams.set('failed', failed);
  if (to !== '/') address.searchParams.set('to', to);
  return address.href;
}

/** Redirects to an address that is secret and valid once. */
function send(reply: FastifyReply, location: string): FastifyReply {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return reply.code(302).headers(headers).send();
}
