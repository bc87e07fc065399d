import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../actions/context.ts';
import {
  cachedVisit,
  openLink,
  type KnownVisit,
  type Visit,
} from '../../actions/links/open-link.ts';
import type { ConditionSource } from '../../actions/links/visitor-conditions.ts';
import type { CachedAnswer } from '../../cache/cached-link.ts';
import { queryOf } from '../../domain/click/campaign.ts';
import { truncatedNetwork } from '../../domain/click/network.ts';
import { isCode } from '../../domain/link/code.ts';
import { ownVisitSegment } from '../../domain/link/own-address.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { forwardedAnswer, withQuery } from '../../visit/forwarded.ts';
import type { VisitCounts } from '../../metrics/visit-counts.ts';
import type { Callers } from '../caller.ts';
import type { ObservedRequests } from '../observed-requests.ts';
import type { Gate } from '../overload/overload.ts';
import { refuseVisit } from '../overload/refuse.ts';
import { RETRY_AFTER_SECONDS } from '../problem-reply.ts';
import { requestPath } from '../request-path.ts';
import { sendPage } from '../send-page.ts';
import { redirectOf, cachedPage, newPage } from './visit-page.ts';
import { failedVisitPage, OWN_PAGES, type OwnPageName } from './own-pages.ts';
import type { VisitMissLimiter } from './visit-miss-limiter.ts';
import { outcomeOf, visitRecorder, type RecordVisit } from './visit-clicks.ts';
import { Visitors } from './visitor.ts';

/** Answers a visit and returns true; returns false for requests to the API. */
export type VisitHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Visits are handled before the router: they are most of the traffic, and need no route, no parameters and
 * no hooks. `onError` logs the error of a request and returns the id of the request.
 */
export function visitHandler(
  ctx: Context,
  callers: Callers,
  misses: VisitMissLimiter,
  gate: Gate,
  onError: (request: IncomingMessage, error: unknown) => string,
  counts?: VisitCounts,
  observe?: ObservedRequests['visit'],
): VisitHandler {
  const visitors = new Visitors();
  const sourceOf = (request: IncomingMessage): ConditionSource => ({
    language: () => visitors.languageTagOf(request.headers),
    network: () => truncatedNetwork(callers.addressOf(request)),
    query: () => queryOf(request.url ?? ''),
    appVersion: '',
  });
  const record = observedRecorder(visitRecorder(ctx, callers, visitors, counts), observe);

  const send: typeof sendPage = (response, page, more) => {
    sendPage(response, page, more);
    counts?.answered(page.status);
  };

  const sendOwn = (
    request: IncomingMessage,
    response: ServerResponse,
    page: OwnPageName,
    more?: readonly string[],
  ): void => {
    observe?.(request, page);
    send(response, OWN_PAGES[page](visitors.languageOf(request.headers)), more);
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, seconds: number): void =>
    sendOwn(request, response, 'tooMany', retryAfter(seconds));

  const decideAndRespond = async (
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
  ): Promise<void> => {
    try {
      const { decision, app, rule } = await openLink(ctx, visit, sourceOf(request));
      // Browsers request icons by themselves. What cannot be a code is no guess, and is not looked up in the database.
      const isMiss = decision.kind === 'not-found' && isCode(visit.code);
      const wait = isMiss ? misses.miss(callers.addressOf(request)) : 0;
      if (wait > 0) refuse(request, response, wait);
      else if (!app) sendOwn(request, response, 'notFound');
      else respond(request, response, visit, { app, answer: decision, rule }, newPage);
    } catch (error) {
      const id = onError(request, error);
      const more = [...retryAfter(RETRY_AFTER_SECONDS), 'x-request-id', id];
      // Many visits can meet a missing database: they all get the same bytes.
      if (error instanceof StoreUnavailable) return sendOwn(request, response, 'unavailable', more);
      observe?.(request, 'failed');
      send(response, failedVisitPage(visitors.languageOf(request.headers), id), more);
    }
  };

  const respond = (
    request: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
    known: KnownVisit,
    pageOf: typeof cachedPage,
  ): void => {
    const { app, rule } = known;
    const query = queryOf(request.url ?? '');
    const forwards = query !== '' && app.settings.forward_query !== false;
    const answer = forwards ? forwarded(known.answer, query) : known.answer;
    // A page with the query of this visit is of no use for another visit.
    const pageFor = answer === known.answer ? pageOf : newPage;
    const given =
      typeof answer === 'string'
        ? answer
        : (redirectOf(answer, visit.facts, query) ??
          pageFor(ctx, {
            answer,
            app,
            visit,
            language: visitors.languageOf(request.headers),
            rule,
          }));
    // The default browser of the visitor opens the link again: that is the click.
    const isMoved =
      typeof given === 'string' && typeof answer !== 'string' && answer.kind === 'open-app';
    if (!isMoved) record?.(request, visit, known, query);
    else observe?.(request, 'redirect');
    if (typeof given !== 'string') return send(response, given);
    counts?.answered(302);
    redirect(response, given);
  };

  return (request, response) => {
    const own = ctx.own();
    const path = requestPath(request.url ?? '');
    const isHome = path === own.basePath || path === `${own.basePath}/`;
    const code = isHome ? undefined : ownVisitSegment(path, own);
    if (code === undefined) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      // Discards the body.
      request.resume();
      sendOwn(request, response, 'method', ['allow', 'GET, HEAD']);
      return true;
    }
    if (misses.watching) {
      const wait = misses.waitOf(callers.addressOf(request));
      if (wait > 0) {
        refuse(request, response, wait);
        return true;
      }
    }
    const visit = { facts: visitors.factsOf(request.headers), host: callers.hostOf(request), code };
    const known = cachedVisit(ctx, visit, request, sourceOf);
    if (known !== undefined) {
      if (counts) counts.cached++;
      respond(request, response, visit, known, cachedPage);
    } else if (gate.refuses()) {
      counts?.answered(503);
      observe?.(request, 'overloaded');
      refuseVisit(request, response);
    } else {
      if (counts) counts.uncached++;
      gate.track(decideAndRespond(request, response, visit));
    }
    return true;
  };
}

/** Also notes what visitors get. Without `observe`, it is the recorder itself. */
function observedRecorder(
  record: RecordVisit | undefined,
  observe: ObservedRequests['visit'] | undefined,
): RecordVisit | undefined {
  if (!observe) return record;
  return (request, visit, known, query) => {
    observe(request, outcomeOf(known.answer) ?? 'notFound');
    record?.(request, visit, known, query);
  };
}

function forwarded(answer: CachedAnswer, query: string): CachedAnswer {
  return typeof answer === 'string' ? withQuery(answer, query) : forwardedAnswer(answer, query);
}

function retryAfter(seconds: number): string[] {
  return ['retry-after', String(seconds)];
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
