import { METHODS } from 'node:http';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { Context } from '../actions/context.ts';
import type { TxtLookup } from '../actions/hosts/txt-lookup.ts';
import { Delays } from '../actions/sessions/delays.ts';
import { Passwords } from '../actions/sessions/passwords.ts';
import { SignInLog } from '../actions/sessions/sign-in-log.ts';
import type { UsesOf } from '../jobs/uses.ts';
import type { Log } from '../log.ts';
import { homePage } from '../pages/messages.ts';
import type { Page } from '../pages/layout.ts';
import type { View } from '../pages/view.ts';
import { Problem } from '../problem.ts';
import { admission } from './admission.ts';
import { requireToken } from './auth.ts';
import { getClientAppHandler, getClientAppSchema } from './client/get-app.ts';
import { redeemHandler, redeemSchema } from './client/redeem.ts';
import { resolveLinkHandler, resolveLinkSchema } from './client/resolve-link.ts';
import { openToOtherOrigins } from './cross-origin.ts';
import { errorsPage } from './docs/errors-page.ts';
import type { Guesses } from './guesses.ts';
import { refuseUnknownParameters } from './known-parameters.ts';
import { manageRoutes } from './manage/routes.ts';
import type { SignInWays } from './manage/sessions/sign-in.ts';
import { signInRoutes } from './manage/sessions/sign-in-routes.ts';
import type { NowhereLog } from './nowhere-log.ts';
import { openApiDocument } from './openapi.ts';
import { liveHandler, liveSchema, readyHandler, readySchema } from './operate/health.ts';
import type { PlatformCreates } from './platform-creates.ts';
import { sendProblem } from './problem-reply.ts';
import { ownView, sendPage } from './send-page.ts';
import { createLinkHandler, createLinkSchema } from './v2/create-link.ts';
import { getLinkHandler, getLinkSchema } from './v2/get-link.ts';

interface RouteOptions {
  readonly ways: SignInWays;
  readonly lookUpTxt: TxtLookup;
  readonly isStopping: () => boolean;
}

/** Every route there is, but for visits, which stand in front of the router. */
export function routes(
  server: FastifyInstance,
  ctx: Context,
  uses: UsesOf,
  log: Log,
  { guesses, creates }: { readonly guesses: Guesses; readonly creates: PlatformCreates },
  { ways, isStopping, lookUpTxt }: RouteOptions,
  nowhere: NowhereLog,
): void {
  const token = requireToken(ctx, uses.tokens);
  const methods = methodsByPath(server);
  openToOtherOrigins(server);
  refuseUnknownParameters(server);

  server.post(
    '/v2/smartlinks',
    { schema: createLinkSchema, onRequest: [token, creates.hook] },
    createLinkHandler(ctx, nowhere),
  );
  server.get(
    '/v2/smartlinks/:code',
    { schema: getLinkSchema, onRequest: token },
    getLinkHandler(ctx, guesses),
  );

  const platformToken = requireToken(ctx, uses.tokens, 'platform');
  server.post(
    '/client/v1/redemptions',
    { schema: redeemSchema, onRequest: platformToken },
    redeemHandler(ctx, guesses),
  );
  server.get(
    '/client/v1/smartlinks/:code',
    { schema: resolveLinkSchema, onRequest: platformToken },
    resolveLinkHandler(ctx, guesses),
  );
  server.get(
    '/client/v1/app',
    { schema: getClientAppSchema, onRequest: platformToken },
    getClientAppHandler(ctx),
  );

  const admit = admission(ctx, uses);
  const { passwordSignIn } = ways;
  const door = {
    passwords: new Passwords(),
    delays: new Delays(ctx.now),
    log: new SignInLog(log, ctx.now),
    passwordSignIn,
  };
  signInRoutes(server, ctx, admit, door, ways);
  manageRoutes(server, ctx, admit, lookUpTxt);

  server.get('/health/live', { schema: liveSchema }, liveHandler(ctx, isStopping));
  server.get('/health/ready', { schema: readySchema }, readyHandler(ctx, isStopping));

  const hidden = { schema: { hide: true } };
  server.get('/openapi.json', hidden, (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(openApiDocument(server, ctx)),
  );
  server.get(
    '/docs/errors',
    hidden,
    html(({ nonce }) => errorsPage(nonce)),
  );
  server.get(
    '/',
    hidden,
    html((view) => homePage(`${ctx.own().baseUrl}/docs`, view)),
  );

  refuseOtherMethods(server, ctx, methods);
}

function html(make: (view: View) => Page): RouteHandlerMethod {
  return (_request, reply) => {
    reply.hijack();
    sendPage(reply.raw, 200, make(ownView()));
  };
}

/** The methods of every route that is registered from now on. */
function methodsByPath(server: FastifyInstance): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  server.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  return methods;
}

/** Answers every other method of these paths with 405 and the methods that work. */
function refuseOtherMethods(
  server: FastifyInstance,
  ctx: Context,
  methods: ReadonlyMap<string, readonly string[]>,
): void {
  // CONNECT never becomes a request.
  const all = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of all) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
  }
  // A copy: what is registered here counts as a route too.
  for (const [url, allowed] of Array.from(methods)) {
    const allow = allowed.join(', ');
    server.route({
      method: all.filter((method) => !allowed.includes(method)),
      url,
      schema: { hide: true },
      // Answered before anybody looks at the body.
      onRequest: (request, reply) => {
        const detail = `${request.method} is not possible here; use ${allow}.`;
        void reply.header('allow', allow);
        void sendProblem(ctx, request, reply, new Problem('method_not_allowed', detail));
      },
      handler: () => undefined,
    });
  }
}
