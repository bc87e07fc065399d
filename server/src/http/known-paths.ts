import findMyWay from 'find-my-way';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Context } from '../actions/context.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-reply.ts';

/** As long as a request line: a code that is too long is not found, not a bad request. */
const MAX_PARAMETER_LENGTH = 16 * 1024;
export const ROUTER_OPTIONS = { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH };

interface Path {
  readonly url: string;
  readonly methods: string[];
}

/**
 * The paths of the service except visits, for requests with a method that their path does not have. Only a request without
 * a route looks for its path here: a route for each of the 33 other methods would take 140 ms of each start and 20 MB.
 */
export class KnownPaths {
  readonly #paths = new Map<string, Path>();
  readonly #router = findMyWay(ROUTER_OPTIONS);
  #isComplete = false;

  /** Responds with 405 and the allowed methods to every other method of the paths that are registered from now on. */
  watch(server: FastifyInstance, ctx: Context): void {
    server.addHook('onRoute', ({ url, method }) => {
      if (this.#isComplete) return;
      const path = this.#paths.get(url) ?? { url, methods: [] };
      path.methods.push(...[method].flat());
      this.#paths.set(url, path);
    });
    // Responds before the body is read.
    server.addHook('onRequest', (request, reply, done) => {
      const path = this.#find(request);
      if (path) refuse(ctx, path).call(server, request, reply, done);
      else done();
    });
  }

  /** Must be called after the last path. */
  complete(server: FastifyInstance, ctx: Context): void {
    this.#isComplete = true;
    for (const path of this.#paths.values()) this.#router.on('GET', path.url, ignore, path);
    for (const { path, others } of this.#shadowed()) {
      const onRequest = refuse(ctx, path);
      server.route({ method: others, url: path.url, onRequest, handler: ignore });
    }
  }

  /** The pattern of the path of a request, such as `/v2/smartlinks/:code`, whatever its method is. */
  routeOf(request: FastifyRequest): string | undefined {
    return request.routeOptions.url ?? this.#find(request)?.url;
  }

  #find(request: FastifyRequest): Path | undefined {
    return request.is404 ? storeOf(this.#router, request.url) : undefined;
  }

  /**
   * Constant paths that a path with parameters matches too, with the methods of that path: `DELETE /people/me` would
   * otherwise reach `DELETE /people/:id`.
   */
  #shadowed(): { path: Path; others: string[] }[] {
    const isVariable = ({ url }: Path): boolean => url.includes(':');
    const all = [...this.#paths.values()];
    const variable = findMyWay(ROUTER_OPTIONS);
    for (const path of all.filter(isVariable)) variable.on('GET', path.url, ignore, path);
    return all.flatMap((path) => {
      const { methods = [] } = (isVariable(path) ? undefined : storeOf(variable, path.url)) ?? {};
      const others = methods.filter((one) => !path.methods.includes(one));
      return others.length === 0 ? [] : [{ path, others }];
    });
  }
}

function storeOf(
  router: findMyWay.Instance<findMyWay.HTTPVersion.V1>,
  url: string,
): Path | undefined {
  return router.find('GET', url)?.store as Path | undefined;
}

function refuse(ctx: Context, { methods }: Path): onRequestHookHandler {
  const allow = methods.join(', ');
  return (request, reply) => {
    const detail = `${request.method} is not allowed here; use ${allow}.`;
    void reply.header('allow', allow);
    void sendProblem(ctx, request, reply, new Problem('method_not_allowed', detail));
  };
}

function ignore(): void {}
