import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../actions/context.ts';
import {
  cachedVisit,
  openLink,
  type KnownVisit,
  type Visit,
} from '../../actions/links/open-link.ts';
import { visitSegment } from '../../domain/link/own-address.ts';
import { methodPage, notFoundPage, tooManyPage, unavailablePage } from '../../pages/messages.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { factsKey, visitFacts, withCookie, type VisitFacts } from '../../visit/facts.ts';
import { withQuery } from '../../visit/forwarded.ts';
import type { Callers } from '../caller.ts';
import { RETRY_AFTER_SECONDS } from '../problem-reply.ts';
import { requestPath } from '../request-path.ts';
import { sendPage, viewOf } from '../send-page.ts';
import { render } from './answer-page.ts';
import type { VisitMissLimiter } from './visit-miss-limiter.ts';

/** Answers a visit and returns true; returns false for requests to the API. */
export type VisitHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Visits are handled before the router: they are most of the traffic, and need no route, no parameters and
 * no hooks.
 */
export function visitHandler(
  ctx: Context,
  callers: Callers,
  misses: VisitMissLimiter,
  onError: (error: unknown) => void,
): VisitHandler {
  const factsByHeaders = new LRUCache<string, VisitFacts>({ max: 2000 });

  const factsOf = ({ headers }: IncomingMessage): VisitFacts => {
    const key = factsKey(headers);
    const known = key.length <= 1024 ? factsByHeaders.get(key) : undefined;
    if (known) return withCookie(known, headers.cookie);
    const facts = visitFacts(headers);
    if (key.length <= 1024) factsByHeaders.set(key, facts);
    return withCookie(facts, headers.cookie);
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, seconds: number): void => {
    const page = tooManyPage(viewOf(request, undefined));
    sendPage(response, 429, page, { 'retry-after': String(seconds) });
  };

  const decideAndRespond = async (
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
  ): Promise<void> => {
    try {
      const { decision, app } = await openLink(ctx, visit);
      const wait = decision.kind === 'not-found' ? misses.miss(callers.addressOf(request)) : 0;
      if (wait > 0) refuse(request, response, wait);
      else if (!app) sendPage(response, 404, notFoundPage(viewOf(request, undefined)));
      else respond(request, response, visit, { app, answer: decision });
    } catch (error) {
      onError(error);
      const retryAfter = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      const status = error instanceof StoreUnavailable ? 503 : 500;
      sendPage(response, status, unavailablePage(viewOf(request, undefined)), retryAfter);
    }
  };

  const respond = (
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
    { app, answer }: KnownVisit,
  ): void => {
    const query = queryOf(request.url ?? '');
    const given = typeof answer === 'string' ? answer : render(ctx, answer, app, visit, query);
    if (typeof given !== 'string') {
      return sendPage(response, given.status, given.make(viewOf(request, app)));
    }
    const forwards = query !== '' && app.settings.forward_query !== false;
    redirect(response, forwards && /^https?:/.test(given) ? withQuery(given, query) : given);
  };

  return (request, response) => {
    const { basePath, linkPath } = ctx.own();
    const path = requestPath(request.url ?? '');
    const code = path === basePath ? undefined : visitSegment(path, linkPath);
    if (code === undefined) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // Discards the body.
      request.resume();
      const page = methodPage(viewOf(request, undefined));
      sendPage(response, 405, page, { allow: 'GET, HEAD' });
      return true;
    }
    if (misses.watching) {
      const wait = misses.waitOf(callers.addressOf(request));
      if (wait > 0) {
        refuse(request, response, wait);
        return true;
      }
    }
    const visit = { facts: factsOf(request), host: callers.hostOf(request), code };
    const known = cachedVisit(ctx, visit);
    if (known !== undefined) respond(request, response, visit, known);
    else void decideAndRespond(request, response, visit);
    return true;
  };
}

/** The query, with its question mark. */
function queryOf(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? '' : target.slice(query);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, {
    Location: location,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Content-Length': '0',
  });
  response.end();
}
