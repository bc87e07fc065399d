import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../actions/context.ts';
import { LinkChangeSchema } from '../domain/link/link-change.ts';
import { LINK_COMPONENTS } from '../domain/link/link.ts';
import {
  AppRequestSchema,
  InvitationRequestSchema,
  MeChangeSchema,
  MemberChangeSchema,
} from '../domain/access/member-request.ts';
import { ManagedLinkRequestSchema } from '../domain/link/managed-link-request.ts';
import { MetadataElementSchema, MetadataValueSchema } from '../domain/link/metadata.ts';
import { PreviewRequestSchema } from '../domain/app/preview-request.ts';
import { RedeemRequestSchema } from '../domain/link/redemption.ts';
import { RouteChangeSchema } from '../domain/link/route-change.ts';
import { RouteSchema } from '../domain/link/route.ts';
import { SETUP_COMPONENTS } from '../domain/app/setup-schema.ts';
import {
  InvitationAcceptanceSchema,
  InvitationLookSchema,
  ProviderJoinSchema,
  SignInRequestSchema,
} from '../domain/access/sign-in-request.ts';
import { TemplateTrialSchema } from '../domain/template/template-trial.ts';
import { TokenRequestSchema } from '../domain/access/token-request.ts';
import { ClientAppSchema } from './client/get-app.ts';
import { RedemptionSchema } from './client/redeem.ts';
import { ResolvedSchema } from './client/resolve-link.ts';
import { AppChangeSchema, ChangedAppSchema } from './manage/apps/app.ts';
import { AppsSchema, NewAppSchema } from './manage/apps/apps.ts';
import { AuditLogSchema } from './manage/apps/audit-log.ts';
import { FindingsSchema } from './manage/apps/doctor.ts';
import { ExplanationSchema } from './manage/links/explain.ts';
import { AppHostSchema, AppHostsSchema, CheckedHostSchema } from './manage/apps/hosts.ts';
import { HistorySchema } from './manage/links/history.ts';
import {
  InvitationSchema,
  LookedInvitationSchema,
  NewInvitationSchema,
} from './manage/members/invitations.ts';
import { ProviderAddressSchema } from './manage/members/join-at-provider.ts';
import { LedgerEntrySchema, LedgerSchema } from './manage/links/ledger.ts';
import { ManagedLinksSchema } from './manage/links/list-links.ts';
import { ManagedLinkSchema, ManagedRouteSchema } from './manage/links/managed-link.ts';
import { MeSchema } from './manage/sessions/me.ts';
import { ChangedMemberSchema, MemberSchema, MembersSchema } from './manage/members/members.ts';
import { SessionSchema, SessionsSchema } from './manage/sessions/sessions.ts';
import { SignInWaysSchema } from './manage/sessions/sign-in.ts';
import { MetadataVersionsSchema } from './manage/links/metadata-versions.ts';
import { PreviewedPageSchema } from './manage/apps/preview-page.ts';
import { KnownTagsSchema } from './manage/links/tags.ts';
import { NewTokenSchema, TokenSchema, TokensSchema } from './manage/apps/tokens.ts';
import {
  RemadeLinkSchema,
  TriedTemplatesSchema,
  TriedUriSchema,
} from './manage/apps/try-templates.ts';
import { HealthSchema } from './operate/health.ts';
import { ProblemSchema } from './problem-reply.ts';
import { CreatedSchema } from './v2/create-link.ts';
import { RetrievedSchema } from './v2/get-link.ts';

/** Every schema that `/openapi.json` names under `components`. */
const COMPONENTS = [
  RouteSchema,
  ...LINK_COMPONENTS,
  MetadataValueSchema,
  MetadataElementSchema,
  CreatedSchema,
  RetrievedSchema,
  RedeemRequestSchema,
  RedemptionSchema,
  ResolvedSchema,
  ClientAppSchema,
  ManagedLinkRequestSchema,
  RouteChangeSchema,
  LinkChangeSchema,
  ...SETUP_COMPONENTS,
  AppChangeSchema,
  ChangedAppSchema,
  ManagedRouteSchema,
  ManagedLinkSchema,
  TemplateTrialSchema,
  TriedUriSchema,
  RemadeLinkSchema,
  TriedTemplatesSchema,
  PreviewRequestSchema,
  PreviewedPageSchema,
  AppHostSchema,
  AppHostsSchema,
  CheckedHostSchema,
  FindingsSchema,
  KnownTagsSchema,
  MetadataVersionsSchema,
  ExplanationSchema,
  LedgerEntrySchema,
  ManagedLinksSchema,
  LedgerSchema,
  HistorySchema,
  AuditLogSchema,
  TokenRequestSchema,
  TokenSchema,
  NewTokenSchema,
  TokensSchema,
  SignInWaysSchema,
  SignInRequestSchema,
  InvitationLookSchema,
  LookedInvitationSchema,
  ProviderJoinSchema,
  ProviderAddressSchema,
  InvitationAcceptanceSchema,
  MeSchema,
  MeChangeSchema,
  SessionSchema,
  SessionsSchema,
  AppsSchema,
  AppRequestSchema,
  NewAppSchema,
  MemberSchema,
  ChangedMemberSchema,
  MemberChangeSchema,
  InvitationSchema,
  MembersSchema,
  InvitationRequestSchema,
  NewInvitationSchema,
  HealthSchema,
  ProblemSchema,
];

/** What the operations are grouped by. */
const TAGS = [
  {
    name: 'Smart links',
    description: 'Create and retrieve smart links, with any token of the app.',
  },
  { name: 'Client', description: 'What apps and web pages use, with the token of their platform.' },
  { name: 'Management', description: 'The app, its links and its tokens.' },
  { name: 'Members', description: 'The people who can sign in to an app.' },
  { name: 'Signing in', description: 'Sessions and accounts of people who use the dashboard.' },
  { name: 'Operations', description: 'Health checks for load balancers and orchestrators.' },
];

/** Collects the schemas of all routes that are registered after it. */
export async function describeApi(server: FastifyInstance, version: string): Promise<void> {
  for (const component of COMPONENTS) server.addSchema(component);
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Smartlink',
        version,
        description: 'One short address that leads every visitor to the right place.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: TAGS,
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
              'Who is signed in to the dashboard; `smartlink` where `{base_url}` is plain http. Only requests from pages of the service itself are taken.',
          },
        },
      },
    },
    refResolver: { buildLocalReference: (json) => json.$id as string },
  });
}

/** The document as JSON, with the address of this service. */
export function openApiDocument(server: FastifyInstance, ctx: Context): string {
  return JSON.stringify(addressed(server.swagger(), ctx));
}

/** Only the operator of an installation can help its callers; the service's own pages are where to begin. */
function addressed<Document extends { readonly info: object }>(document: Document, ctx: Context) {
  const { baseUrl } = ctx.own();
  const contact = { name: 'The operator of this service', url: `${baseUrl}/docs` };
  return { ...document, info: { ...document.info, contact }, servers: [{ url: baseUrl }] };
}

/** Everything comes from this service; Swagger UI sets styles from its script. */
const DOCS_CSP =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/docs`: the same document as a page to try things out; all of it comes from this service. */
export async function serveDocs(server: FastifyInstance, ctx: Context): Promise<void> {
  await server.register(async (docs) => {
    // It stands beside the dashboard, and whoever is signed in there can try things out as themselves.
    docs.addHook('onRequest', async (_request, reply) => {
      void reply.headers({
        'cache-control': 'no-cache',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
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
      transformSpecification: (document) => addressed(document as { info: object }, ctx),
    });
  });
}
