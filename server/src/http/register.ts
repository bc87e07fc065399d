import type { FastifyInstance, preParsingAsyncHookHandler } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { refuseAt, trackedAt } from './overload/refuse.ts';
import type { Work } from './overload/work.ts';
import { queryHook } from './query.ts';
import type { Service } from './service.ts';
import { DEFAULT_TAG } from './tags.ts';

/** Registers the route of an endpoint with all checks. */
export function register(server: FastifyInstance, service: Service, endpoint: Endpoint): void {
  const { method, path: url, callers, body, limit } = endpoint;
  const guard = callers === 'anyone' ? undefined : service.guards[callers];
  const work = workOf(endpoint);
  const gate = work && service.overload.gate(work);
  const refusal = gate && refuseAt(service.ctx, gate);
  const { maxBytes } = body ?? {};
  const longBody = maxBytes === undefined ? undefined : service.longBodies.enter;
  const hooks = [refusal, guard, limit?.(service), queryHook(endpoint.query), longBody];
  const onRequest = hooks.filter((hook) => hook !== undefined);
  const limits = maxBytes === undefined ? {} : { bodyLimit: maxBytes };
  const route = { method, url, onRequest, ...limits };
  const own = endpoint.handler(service);
  const untracked = maxBytes === undefined ? own : service.longBodies.during(own);
  const handler = gate && !endpoint.isStream ? trackedAt(gate, untracked) : untracked;
  if (method !== 'GET' && !body) {
    // Responds before a body would be read, so a body is ignored.
    const preParsing: preParsingAsyncHookHandler = async (request, reply) => {
      await handler(request, reply);
    };
    server.route({ ...route, preParsing, handler: () => undefined });
  } else if (guard && body && callers !== 'token' && callers !== 'platform-token') {
    // A body may take half a minute to arrive, and permissions can end in the meantime.
    server.route({ ...route, preHandler: guard, handler });
  } else {
    server.route({ ...route, handler });
  }
}

/** What the requests to an endpoint count as when the service is overloaded; undefined: never refused. */
function workOf({ tag = DEFAULT_TAG, method }: Endpoint): Work | undefined {
  switch (tag) {
    case 'Operations':
      return undefined;
    case 'Smart links':
      return 'links';
    case 'Client':
      return 'client';
    default:
      return method === 'GET' ? 'reads' : 'changes';
  }
}
