import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { TObject } from 'typebox';
import { MAX_FAULTS, pointer, type Fault } from '../domain/text/fault.ts';
import { unknownName } from '../domain/text/schema.ts';
import { refuse } from '../problem.ts';

/** Addresses whose query is checked. Visits, health probes and pages take any query. */
const API = /^\/(?:v2|client|manage)\//;

/**
 * Every route of the API that is registered after this refuses query parameters that are not in its
 * `querystring` schema, and parameters that come twice: a misspelt `dry_run` must not change anything.
 * A schema with `additionalProperties: true` accepts every query. The check runs after the hooks of the
 * route, so that only callers who are let through learn what a route takes, and before the body is read.
 */
export function refuseUnknownParameters(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const known = parametersOfRoute(route);
    if (known === undefined) return;
    const check = (request: FastifyRequest, _reply: unknown, done: () => void): void => {
      assertKnownParameters(request.query as Readonly<Record<string, unknown>>, known);
      done();
    };
    route.onRequest = [...[route.onRequest ?? []].flat(), check];
  });
}

/** The names that a route takes; undefined: its query is not checked. */
function parametersOfRoute({ url, schema }: RouteOptions): readonly string[] | undefined {
  if (!API.test(url) || !schema || schema.hide === true) return undefined;
  const query = schema.querystring as (TObject & { additionalProperties?: boolean }) | undefined;
  if (query?.additionalProperties === true) return undefined;
  return Object.keys(query?.properties ?? {});
}

function assertKnownParameters(
  sent: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (faults.length === MAX_FAULTS) break;
    const at = pointer('query', name);
    if (!known.includes(name)) {
      faults.push({ pointer: at, detail: unknownName('query parameter', name, known) });
    } else if (Array.isArray(value)) {
      faults.push({ pointer: at, detail: 'is given more than once' });
    }
  }
  if (faults.length > 0) refuse(faults);
}
