import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Outcome } from '../domain/click/click.ts';
import { onceClosed } from './disconnect.ts';
import type { KnownPaths } from './known-paths.ts';
import type { RequestIds } from './request-id.ts';

/** What visitors get that is no outcome of a click. */
export type OtherOutcome =
  'notFound' | 'method' | 'tooMany' | 'failed' | 'unavailable' | 'overloaded';
export type VisitOutcome = Outcome | OtherOutcome;

/** A request while it is answered. It has no code, no address and no query. */
export interface ObservedRequest {
  readonly id: string;
  readonly request: IncomingMessage;
  /** What a visitor got; undefined if the request is no visit. */
  outcome?: VisitOutcome;
  /** The pattern of the path of an API request, such as `/v2/smartlinks/:code`. */
  route?: string;
}

/** The end of a request. `status` is undefined if the client disconnected before the response began. */
export interface ObservedEnd {
  readonly status: number | undefined;
  readonly milliseconds: number;
}

export interface RequestObserver {
  /** Runs work for a request, which may go on afterwards. Called again after the body has arrived. */
  readonly around?: (observed: ObservedRequest, work: () => void) => void;
  readonly ended: (observed: ObservedRequest, end: ObservedEnd) => void;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Observes every request for the access log and for traces. It exists only if one of them is on: otherwise the service
 * runs the functions that would be wrapped here.
 */
export class ObservedRequests {
  readonly #current = new WeakMap<IncomingMessage, ObservedRequest>();
  readonly #ids: RequestIds;
  readonly #observers: readonly RequestObserver[];

  constructor(ids: RequestIds, observers: readonly RequestObserver[]) {
    this.#ids = ids;
    this.#observers = observers;
  }

  wrap(serve: Serve): Serve {
    return (request, response) => {
      const begin = performance.now();
      const observed: ObservedRequest = { id: this.#ids.keep(request), request };
      this.#current.set(request, observed);
      onceClosed(response, () => {
        const status = response.headersSent ? response.statusCode : undefined;
        const end = { status, milliseconds: performance.now() - begin };
        for (const { ended } of this.#observers) ended(observed, end);
      });
      this.#around(observed, () => serve(request, response));
    };
  }

  #around(observed: ObservedRequest, serve: () => void): void {
    let work = serve;
    for (const { around } of this.#observers) {
      const inner = work;
      if (around) work = () => around(observed, inner);
    }
    work();
  }

  /** Notes what a visitor gets. */
  readonly visit = (request: IncomingMessage, outcome: VisitOutcome): void => {
    const observed = this.#current.get(request);
    if (observed) observed.outcome = outcome;
  };

  /** Notes the routes of API requests. */
  noteRoutes(server: FastifyInstance, paths: KnownPaths): void {
    server.addHook('onRequest', (request, _reply, done) => {
      const observed = this.#current.get(request.raw);
      if (observed) observed.route = paths.routeOf(request) ?? 'unknown';
      done();
    });
    // Events of a body are not in the asynchronous context in which the request began.
    server.addHook('preHandler', (request, _reply, done) => {
      const observed = this.#current.get(request.raw);
      if (observed) this.#around(observed, done);
      else done();
    });
  }
}
