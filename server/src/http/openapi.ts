import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../actions/context.ts';
import { JSON_TYPE } from './endpoint.ts';

/** Returns the OpenAPI document as JSON, with the address of this service. */
export type ApiDocument = () => Promise<Buffer>;

/** A thread builds it at the first request. Responses that wait for slow clients share its bytes. */
export function apiDocument(ctx: Context): ApiDocument {
  let built: { readonly baseUrl: string; readonly json: Promise<Buffer> } | undefined;
  return () => {
    const { baseUrl } = ctx.own();
    if (built?.baseUrl === baseUrl) return built.json;
    const made = { baseUrl, json: build(baseUrl) };
    built = made;
    // The next request tries again.
    made.json.catch(() => {
      if (built === made) built = undefined;
    });
    return made.json;
  };
}

async function build(baseUrl: string): Promise<Buffer> {
  const thread = new Worker(new URL('./describe-api.js', import.meta.url), {
    workerData: { baseUrl },
  });
  const [json] = (await once(thread, 'message')) as [string];
  return Buffer.from(json);
}

/** Everything comes from this service; Swagger UI sets styles from its script. */
const DOCS_CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs`: the same document as an interactive page, served completely by this service. */
export async function serveDocs(
  server: FastifyInstance,
  ctx: Context,
  document: ApiDocument,
): Promise<void> {
  await server.register(async (docs) => {
    // It has the origin of the dashboard, so that signed-in users can send requests with their session.
    docs.addHook('onRequest', async ({ routeOptions: { url } }, reply) => {
      void reply.headers({
        'cache-control': 'no-cache',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      // Those of Swagger UI describe no endpoints.
      if (url === '/docs/json')
        return reply.header('content-type', JSON_TYPE).send(await document());
      if (url === '/docs/yaml') return reply.callNotFound();
      return undefined;
    });
    // Swagger UI requires it.
    await docs.register(swagger);
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: ctx.own().basePath,
      uiConfig: {
        layout: 'BaseLayout',
        docExpansion: 'list',
        tryItOutEnabled: true,
        validatorUrl: null,
      },
      staticCSP: DOCS_CSP,
      theme: { title: 'Smartlink API' },
    });
  });
}
