import { Type, type Static } from 'typebox';
import { issueAt, type Issue, type Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { roundedIntegerIssue } from '../text/json-number.ts';
import { isRecord } from '../text/json-value.ts';
import { disabledPlatformIssue, linkRoutes, type AppRules } from './link-routes.ts';
import { metadataIssues, MetadataSchema } from './metadata.ts';
import { metadataIssuesBy, type MetadataSchemaDocument } from '../schema/metadata-schema.ts';
import { isOwnVisitAddress, type OwnAddresses } from './own-address.ts';
import { foreignRouteIssues, foreignRuleIssues, type OwnTargets } from './own-targets.ts';
import { perPlatform, PLATFORMS } from '../app/platform.ts';
import { overrideIssues } from './override-issues.ts';
import { LOOP, RouteOverrideSchema, type Routes } from './route.ts';
import type { LinkRule } from '../rule/link-rule.ts';
import { issuesOf } from '../text/schema.ts';
import { MAX_URI_LENGTH, parseBaseUri, parseUrl, type BaseUri } from '../text/uri.ts';
import { closedObject, component, refTo, uriText } from '../text/shapes.ts';

export const MAX_REDEEM_LIMIT = 2_147_483_647;

/** The body of `POST /v2/smartlinks`. */
export const LinkRequestSchema = component(
  'LinkRequest',
  {
    uri: uriText(
      'The destination: an http(s) link, a deep link (`scheme://…`), or a path with or without a leading slash.',
    ),
    routes: Type.Optional(
      closedObject(perPlatform(Type.Optional(refTo(RouteOverrideSchema))), {
        description: 'Replaces the default routes of the listed platforms.',
      }),
    ),
    metadata: Type.Optional(refTo(MetadataSchema)),
    unique: Type.Optional(
      Type.Boolean({
        description:
          'One link per app and `uri`, compared exactly as sent. Every such request returns the same address; later requests change nothing.',
      }),
    ),
    redeem_limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_REDEEM_LIMIT,
        description: 'How often the metadata can be redeemed. If omitted, there is no limit.',
      }),
    ),
  },
  {
    examples: [
      { uri: 'products/5' },
      {
        uri: 'https://shop.example/products/5?ref=mail',
        routes: { android: { link: 'com.shop.app://product/5', fallback: '' } },
        metadata: { coupon: 'WELCOME', percent: 10 },
        unique: true,
        redeem_limit: 1,
      },
    ],
  },
);
export type LinkRequest = Static<typeof LinkRequestSchema>;

/** A valid link, not yet stored. */
export interface NewLink {
  readonly uri: string;
  readonly unique: boolean;
  readonly routes: Routes;
  /** `routes` of the request. */
  readonly overrides: Routes | undefined;
  /** The name of the template that produced the default routes. */
  readonly template: string | undefined;
  /** Those of the template; undefined: none. */
  readonly rules: readonly LinkRule[] | undefined;
  /** JSON text exactly as it was sent. */
  readonly metadata: string | undefined;
  readonly redeemLimit: number | undefined;
  /** How long it is valid if the request does not say it, by the template; undefined: without an end. */
  readonly validForSeconds: number | undefined;
}

// `metadataIssues` reports everything that the metadata schema reports, and more.
const structuralIssues = issuesOf(LinkRequestSchema, [RouteOverrideSchema, { $id: 'Metadata' }]);

/** A request to create a link, and all errors that do not depend on the rules of its app. */
export interface LinkDraft extends Pick<NewLink, 'unique' | 'metadata' | 'redeemLimit'> {
  /** Undefined if it is missing or invalid. */
  readonly uri: { readonly text: string; readonly base: BaseUri } | undefined;
  /** `routes` of the request; undefined if it has none. */
  readonly overrides: Readonly<Record<string, unknown>> | undefined;
  readonly issues: readonly Issue[];
}

/** Reads a request to create a link. `findIssues` validates a request that can have more fields. */
export function readLinkRequest(
  { value, members }: JsonText,
  own: OwnAddresses | undefined,
  findIssues = structuralIssues,
): LinkDraft {
  const issues = findIssues(value);
  const request = (isRecord(value) ? value : {}) as Partial<LinkRequest>;
  const metadata = members.get('metadata');
  if (request.metadata !== undefined) {
    issues.push(...metadataIssues(request.metadata, metadata ?? '', '/metadata'));
  }
  const rounded = roundedIntegerIssue(request.redeem_limit, members.get('redeem_limit'));
  issues.push(...issueAt('/redeem_limit', rounded));
  const overrides = isRecord(request.routes) ? request.routes : undefined;
  if (overrides) issues.push(...overrideIssues(overrides, '/routes', own));
  const base = readUri(request.uri, own, issues);
  return {
    uri: base && { text: request.uri ?? '', base },
    unique: request.unique === true,
    overrides,
    metadata,
    redeemLimit: request.redeem_limit,
    issues,
  };
}

/** The holder of a public token. */
export interface PublicCaller {
  /** Where all routes must lead; undefined: any permitted address. */
  readonly targets: OwnTargets | undefined;
}

/** Returns the link of a draft, by the rules of its app, or all errors. `caller` undefined: it is trusted. */
export function newLink(
  draft: LinkDraft,
  rules: AppRules,
  own: OwnAddresses | undefined,
  caller?: PublicCaller,
): { readonly link: NewLink } | Refused {
  const { link, issues, metadataIssues: ofMetadata } = draftedLink(draft, rules, own, caller);
  const all = [...issues, ...ofMetadata];
  return link && all.length === 0 ? { link } : { issues: all };
}

/** A link with its errors. Those of its metadata do not concern a link that exists and keeps its metadata. */
export interface DraftedLink {
  /** Undefined if there are `issues`. */
  readonly link: NewLink | undefined;
  readonly issues: readonly Issue[];
  /** The errors of its metadata by the schema of the template or the app. */
  readonly metadataIssues: readonly Issue[];
}

/** The same, with the errors of its metadata by a schema apart from all others. */
export function draftedLink(
  draft: LinkDraft,
  rules: AppRules,
  own: OwnAddresses | undefined,
  caller?: PublicCaller,
): DraftedLink {
  const { uri, unique, overrides, metadata, redeemLimit } = draft;
  const issues = [...draft.issues];
  const sent = (overrides ?? {}) as Routes;
  const invalid = invalidRoutes(issues);
  const made = uri && linkRoutes(uri.text, uri.base, sent, rules, own, invalid);
  if (made) issues.push(...made.issues);
  else if (!uri && overrides) issues.push(...sentRouteIssues(sent, rules, invalid, caller));
  if (made && caller?.targets) {
    const { targets } = caller;
    issues.push(...foreignRouteIssues(made.routes, sent, targets));
    if (made.rules) issues.push(...foreignRuleIssues(made.rules, targets));
  }
  const ofMetadata: Issue[] = [];
  if (metadata !== undefined) {
    const match = made ? made.match : uri && rules.matcher.match(uri.base);
    const schema = match?.template.metadata_schema ?? rules.metadataSchema;
    const isPublic = caller !== undefined;
    if (schema && uri) ofMetadata.push(...schemaIssues(schema, metadata, draft.issues, isPublic));
  }
  const errors = { issues, metadataIssues: ofMetadata };
  if (!uri || !made || issues.length > 0) return { link: undefined, ...errors };
  return {
    ...errors,
    link: {
      uri: uri.text,
      unique,
      routes: made.routes,
      overrides,
      template: made.match?.template.name,
      rules: made.rules,
      metadata,
      redeemLimit,
      validForSeconds: made.match?.template.valid_for_seconds,
    },
  };
}

/** The platforms whose routes have errors already: nothing can be made of them, nor of them all if they are no object. */
function invalidRoutes(issues: readonly Issue[]): ReadonlySet<string> | undefined {
  // Nearly all links are valid.
  if (issues.length === 0) return undefined;
  const at = issues.map((issue) => issue.pointer).filter((one) => one.startsWith('/routes'));
  return new Set(at.includes('/routes') ? PLATFORMS : at.map((one) => one.split('/')[2] ?? ''));
}

/** The errors of the routes of a request by the rules of its app that do not depend on its URI, which is not valid. */
function sentRouteIssues(
  sent: Routes,
  rules: AppRules,
  invalid: ReadonlySet<string> | undefined,
  caller: PublicCaller | undefined,
): Issue[] {
  const valid = PLATFORMS.filter((platform) => sent[platform] && !invalid?.has(platform));
  const issues = valid.flatMap(
    (platform) => disabledPlatformIssue(platform, rules.platforms, sent[platform]) ?? [],
  );
  if (!caller?.targets) return issues;
  const routes = Object.fromEntries(valid.map((platform) => [platform, sent[platform]]));
  return [...issues, ...foreignRouteIssues(routes, sent, caller.targets)];
}

/** The errors of metadata by a schema. What is not valid for links without a schema has its errors already. */
function schemaIssues(
  schema: MetadataSchemaDocument,
  metadata: string,
  known: readonly Issue[],
  isPublic: boolean,
): readonly Issue[] {
  if (known.some(({ pointer: at }) => at.startsWith('/metadata'))) return [];
  return metadataIssuesBy(schema, JSON.parse(metadata), '/metadata', isPublic);
}

/** Reads the URI of a new link. Appends errors to `issues`, except those that a schema reports. */
export function readUri(
  uri: unknown,
  own: OwnAddresses | undefined,
  issues: Issue[],
): BaseUri | undefined {
  if (typeof uri !== 'string' || uri === '' || uri.length > 2 * MAX_URI_LENGTH) return undefined;
  const parsed = parseBaseUri(uri);
  const url = 'value' in parsed && parsed.value.form === 'http' ? parseUrl(uri) : undefined;
  const loops = url && own && isOwnVisitAddress(url, own);
  if ('value' in parsed && !loops) return parsed.value;
  issues.push({ pointer: '/uri', detail: 'issue' in parsed ? parsed.issue : LOOP });
  return undefined;
}

export const LINK_COMPONENTS = [RouteOverrideSchema, MetadataSchema, LinkRequestSchema] as const;
