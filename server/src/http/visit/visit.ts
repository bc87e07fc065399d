import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../actions/context.ts';
import { knownRedirect, openLink } from '../../actions/links/open-link.ts';
import { visitSegment } from '../../domain/own-address.ts';
import type { Page } from '../../pages/layout.ts';
import {
  gonePage,
  methodPage,
  noRoutePage,
  notFoundPage,
  unavailablePage,
} from '../../pages/messages.ts';
import { getAppPage, openAppPage } from '../../pages/open-app.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import type { Decision } from '../../visit/decide.ts';
import { factsKey, visitFacts, type VisitFacts } from '../../visit/facts.ts';
import { RETRY_AFTER_SECONDS } from '../problem-reply.ts';

/** Takes a request that is a visit and returns true, or leaves it to the API and returns false. */
export type VisitHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Visits stand in front of the router: they are nearly all of the traffic, and need no route, no
 * parameters and no hooks.
 */
export function visitHandler(ctx: Context, onError: (error: unknown) => void): VisitHandler {
  const factsByHeaders = new LRUCache<string, VisitFacts>({ max: 2000 });

  const factsOf = (request: IncomingMessage): VisitFacts => {
    const key = factsKey(request.headers);
    const known = key.length <= 1024 ? factsByHeaders.get(key) : undefined;
    if (known) return known;
    const facts = visitFacts(request.headers);
    if (key.length <= 1024) factsByHeaders.set(key, facts);
    return facts;
  };

  const decideAndRespond = async (
    facts: VisitFacts,
    code: string,
    response: ServerResponse,
  ): Promise<void> => {
    try {
      respond(await openLink(ctx, facts, code), response);
    } catch (error) {
      onError(error);
      const retryAfter = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      const status = error instanceof StoreUnavailable ? 503 : 500;
      sendPage(response, status, unavailablePage, retryAfter);
    }
  };

  return (request, response) => {
    const { basePath, linkPath } = ctx.own();
    const path = pathOf(request.url ?? '');
    const code = path === basePath ? undefined : visitSegment(path, linkPath);
    if (code === undefined) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // The body of such a request is of no interest.
      request.resume();
      sendPage(response, 405, methodPage, { allow: 'GET, HEAD' });
      return true;
    }
    const facts = factsOf(request);
    const location = knownRedirect(ctx, facts, code);
    if (location !== undefined) redirect(response, location);
    else void decideAndRespond(facts, code, response);
    return true;
  };
}

/** The path of a request target; one in absolute form (`GET http://host/code`) is as good. */
function pathOf(target: string): string {
  const query = target.indexOf('?');
  const address = query === -1 ? target : target.slice(0, query);
  return address.startsWith('/') ? address : address.replace(/^https?:\/\/[^/]*/i, '');
}

function respond(decision: Decision, response: ServerResponse): void {
  switch (decision.kind) {
    case 'redirect':
      return redirect(response, decision.to);
    case 'open-app':
      return sendPage(response, 200, (nonce) =>
        openAppPage(decision.app, decision.fallback, nonce),
      );
    case 'get-app':
      return sendPage(response, 200, (nonce) => getAppPage(decision.store, decision.web, nonce));
    case 'no-route':
      return sendPage(response, 404, noRoutePage);
    case 'not-found':
      return sendPage(response, 404, notFoundPage);
    case 'gone':
      return sendPage(response, 410, gonePage);
  }
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, {
    Location: location,
    'Cache-Control': 'private, no-store',
    'Content-Length': '0',
  });
  response.end();
}

export function sendPage(
  response: ServerResponse,
  status: number,
  make: (nonce: string) => Page,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { html, headers: own } = make(randomBytes(16).toString('base64url'));
  response.writeHead(status, {
    ...own,
    ...headers,
    'content-length': String(Buffer.byteLength(html)),
  });
  // Node leaves the body out of the answer to a HEAD by itself.
  response.end(html);
}
