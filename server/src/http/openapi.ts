import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import type { Context } from '../actions/context.ts';
import { SETUP_COMPONENTS } from '../domain/app/setup-schema.ts';
import { LINK_COMPONENTS } from '../domain/link/link.ts';
import { MetadataElementSchema, MetadataValueSchema } from '../domain/link/metadata.ts';
import { RouteChangeSchema } from '../domain/link/route-change.ts';
import { RouteSchema } from '../domain/link/route.ts';
import { JSON_TYPE } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { AppHostSchema } from './manage/apps/hosts.ts';
import { RebuiltLinkSchema, TriedUriSchema } from './manage/apps/try-templates.ts';
import { ManagedRouteSchema } from './manage/links/managed-link.ts';
import { LinkRuleSchema } from '../domain/rule/link-rule.ts';
import { VERSION } from '../version.ts';
import { componentsOf } from './operation.ts';
import { ProblemSchema } from './problem-reply.ts';
import { TAGS } from './tags.ts';

/** The components that only other components refer to. Those of endpoints are found automatically. */
const SHARED: readonly TSchema[] = [
  RouteSchema,
  ...LINK_COMPONENTS,
  MetadataValueSchema,
  MetadataElementSchema,
  RouteChangeSchema,
  LinkRuleSchema,
  ...SETUP_COMPONENTS,
  ManagedRouteSchema,
  TriedUriSchema,
  RebuiltLinkSchema,
  AppHostSchema,
  ProblemSchema,
];

/** Collects the schemas of all routes that are registered after it. */
export async function describeApi(server: FastifyInstance): Promise<void> {
  for (const component of new Set([...SHARED, ...componentsOf(ENDPOINTS)])) {
    server.addSchema(component);
  }
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Smartlink',
        version: VERSION,
        description: 'One short address that leads every visitor to the right destination.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: [...TAGS],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: '`Authorization: Token <token>` means the same as `Bearer`.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-smartlink',
            description:
              'The session of a dashboard user. Named `smartlink` if `{base_url}` is plain http. Accepted in requests from pages of the service only.',
          },
        },
      },
    },
    refResolver: { buildLocalReference: (json) => json.$id as string },
  });
}

/** Returns the document as JSON, with the address of this service. */
export type ApiDocument = () => Buffer;

/** The document is large, so it is built once, and responses that wait for slow clients share its bytes. */
export function apiDocument(server: FastifyInstance, ctx: Context): ApiDocument {
  let built: { readonly baseUrl: string; readonly json: Buffer } | undefined;
  return () => {
    const { baseUrl } = ctx.own();
    if (built?.baseUrl !== baseUrl) {
      const document = server.swagger();
      // The contact is the operator of the installation, through its own documentation pages.
      const contact = { name: 'The operator of this service', url: `${baseUrl}/docs` };
      const info = { ...document.info, contact };
      const json = JSON.stringify({ ...document, info, servers: [{ url: baseUrl }] });
      built = { baseUrl, json: Buffer.from(json) };
    }
    return built.json;
  };
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
      // Swagger UI would build the document for each request, and YAML takes as long as thousands of visits.
      if (url === '/docs/json') return reply.header('content-type', JSON_TYPE).send(document());
      if (url === '/docs/yaml') return reply.callNotFound();
      return undefined;
    });
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
