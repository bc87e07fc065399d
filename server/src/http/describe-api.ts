import { parentPort, workerData } from 'node:worker_threads';
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import type { TSchema } from 'typebox';
import { SETUP_COMPONENTS } from '../domain/app/setup-schema.ts';
import { LINK_COMPONENTS } from '../domain/link/link.ts';
import { MetadataElementSchema, MetadataValueSchema } from '../domain/link/metadata.ts';
import { RouteChangeSchema } from '../domain/link/route-change.ts';
import { RouteSchema } from '../domain/link/route.ts';
import { LinkRuleSchema } from '../domain/rule/link-rule.ts';
import { VERSION } from '../version.ts';
import { ENDPOINTS } from './endpoints.ts';
import { AppHostSchema } from './manage/apps/hosts.ts';
import { RebuiltLinkSchema, TriedUriSchema } from './manage/apps/try-templates.ts';
import { ManagedRouteSchema } from './manage/links/managed-link.ts';
import { componentsOf, operationOf } from './operation.ts';
import { ProblemSchema } from './problem-reply.ts';
import { TAGS } from './tags.ts';

/** The thread that builds the OpenAPI document: that takes as long as thousands of visits. */

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

const { baseUrl } = workerData as { readonly baseUrl: string };
const server = Fastify({ exposeHeadRoutes: false });
// The schemas are for the document only.
server.setValidatorCompiler(() => () => true);
server.setSerializerCompiler(() => (data) => JSON.stringify(data));
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
      // The operator of the installation, through its own documentation pages.
      contact: { name: 'The operator of this service', url: `${baseUrl}/docs` },
    },
    servers: [{ url: baseUrl }],
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
for (const endpoint of ENDPOINTS) {
  const { method, path: url } = endpoint;
  server.route({ method, url, schema: operationOf(endpoint), handler: () => undefined });
}
await server.ready();
parentPort?.postMessage(JSON.stringify(server.swagger()));
