import { Type, type Static } from 'typebox';
import { issueAt, type Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { detailIssues, ExternalIdSchema, NameSchema, NoteSchema } from './details.ts';
import { MAX_REDEEM_LIMIT } from './link.ts';
import { roundedIntegerIssue } from '../text/json-number.ts';
import { isRecord } from '../text/json-value.ts';
import { metadataIssues, MetadataSchema } from './metadata.ts';
import { overrideIssues } from './override-issues.ts';
import type { OwnAddresses } from './own-address.ts';
import { perPlatform } from '../app/platform.ts';
import { RouteChangeSchema, type RouteChanges } from './route-change.ts';
import { LINK_RULE_COMPONENTS, LinkRulesSchema, type LinkRule } from '../rule/link-rule.ts';
import { issuesOf } from '../text/schema.ts';
import { SocialSchema } from './social.ts';
import { TagsSchema } from './tags.ts';
import { closedObject, component, refTo, nullable } from '../text/shapes.ts';
import {
  EarlyUrlSchema,
  ExpiredUrlSchema,
  readValidity,
  ValidFromSchema,
  ValidUntilSchema,
  type ValidityEdit,
} from './validity.ts';

const routeChange = refTo(RouteChangeSchema);

/** The body of `PATCH /manage/v1/smartlinks/:code`; omitted fields keep their values. */
export const LinkChangeSchema = component(
  'LinkChange',
  {
    routes: Type.Optional(
      closedObject(perPlatform(Type.Optional(nullable(routeChange))), {
        description: 'The routes of the listed platforms; `null` removes a route.',
      }),
    ),
    external_id: Type.Optional(
      nullable(
        ExternalIdSchema,
        'The id of the link in a system of yours; `null` removes it. If another link has it, the response is 409.',
      ),
    ),
    name: Type.Optional(nullable(NameSchema, 'A name for the link; `null` removes it.')),
    note: Type.Optional(nullable(NoteSchema, 'A note about the link; `null` removes it.')),
    tags: Type.Optional(TagsSchema),
    redeem_limit: Type.Optional(
      nullable(
        Type.Integer({ minimum: 1, maximum: MAX_REDEEM_LIMIT }),
        'How often the metadata can be redeemed; `null` removes the limit. It can be lower than the number of redemptions so far; then no more are granted.',
      ),
    ),
    metadata: Type.Optional(
      nullable(refTo(MetadataSchema), 'Replaces the metadata; `null` removes it.'),
    ),
    social: Type.Optional(
      nullable(
        refTo(SocialSchema),
        'The social preview; replaced as a whole. For `null` and omitted fields, that of the app is used.',
      ),
    ),
    valid_from: Type.Optional(
      nullable(ValidFromSchema, 'When the link begins to work, RFC 3339; `null`: at once.'),
    ),
    valid_until: Type.Optional(
      nullable(ValidUntilSchema, 'When the link stops working, RFC 3339; `null`: never.'),
    ),
    early_url: Type.Optional(
      nullable(EarlyUrlSchema, 'The web address for earlier visits; `null`: a page.'),
    ),
    expired_url: Type.Optional(
      nullable(ExpiredUrlSchema, 'The web address for later visits; `null`: a page.'),
    ),
    rules: Type.Optional(
      nullable(
        LinkRulesSchema,
        'Conditional routes; replaced as a whole, `null` removes them. Rules of the template no longer change them.',
      ),
    ),
    state: Type.Optional(
      Type.Enum(['active', 'disabled'], {
        description: 'A disabled link returns 410 until it is active again.',
      }),
    ),
  },
  {
    examples: [
      { redeem_limit: 5 },
      { redeem_limit: null },
      { state: 'disabled' },
      { name: 'Spring sale, print', note: null },
      { valid_until: '2026-12-25T00:00:00+01:00', expired_url: 'https://shop.example/sale-over' },
      { routes: { web: { link: 'https://shop.example/sale' }, android: null }, tags: ['spring'] },
      {
        rules: [
          { when: { language: ['de'] }, routes: { web: { link: 'https://shop.example/de/sale' } } },
        ],
      },
    ],
  },
);

/** A change of a link; undefined fields keep their values. */
export interface LinkEdit extends ValidityEdit {
  readonly redeemLimit: number | null | undefined;
  /** JSON text as it was sent. */
  readonly metadata: string | null | undefined;
  /** JSON text. */
  readonly social: string | null | undefined;
  readonly state: 'active' | 'disabled' | undefined;
  readonly routes: RouteChanges | undefined;
  readonly externalId: string | null | undefined;
  readonly name: string | null | undefined;
  readonly note: string | null | undefined;
  readonly tags: readonly string[] | undefined;
  /** Null: none. */
  readonly rules: readonly LinkRule[] | null | undefined;
  /** 1 with `rules`: they were chosen for this link. */
  readonly ownRules: 1 | undefined;
}

// `metadataIssues` reports everything that the metadata schema reports, and more.
const structuralIssues = issuesOf(LinkChangeSchema, [
  SocialSchema,
  ...LINK_RULE_COMPONENTS,
  { $id: 'Metadata' },
]);

/** Fields of a create that stay as they are. */
const FIXED: ReadonlySet<string> = new Set(['/uri', '/code', '/unique']);
const CANNOT_CHANGE = 'cannot be changed; create another link';

/** Reads a change of a link, or returns all errors. */
export function parseLinkChange(
  json: JsonText,
  own: OwnAddresses | undefined,
): { readonly edit: LinkEdit } | Refused {
  const { value, members } = json;
  const change: Static<typeof LinkChangeSchema> = isRecord(value) ? value : {};
  const routes = isRecord(change.routes) ? change.routes : {};
  const issues = structuralIssues(value).map((issue) =>
    FIXED.has(issue.pointer) ? { ...issue, detail: CANNOT_CHANGE } : issue,
  );
  const rounded = roundedIntegerIssue(change.redeem_limit, members.get('redeem_limit'));
  issues.push(...issueAt('/redeem_limit', rounded));
  const text = members.get('metadata');
  if (text !== undefined && change.metadata !== null) {
    issues.push(...metadataIssues(change.metadata, text, '/metadata'));
  }
  issues.push(...detailIssues(change, own));
  const validity = readValidity(change, own);
  issues.push(...validity.issues, ...overrideIssues(routes, '/routes', own));
  if (issues.length > 0) return { issues };
  const { social, rules } = change;
  return {
    edit: {
      social: social === undefined || social === null ? social : JSON.stringify(social),
      redeemLimit: change.redeem_limit,
      metadata: change.metadata === null ? null : text,
      state: change.state,
      routes: change.routes,
      externalId: change.external_id,
      name: change.name,
      note: change.note,
      tags: change.tags,
      rules: rules?.length === 0 ? null : rules,
      ownRules: rules === undefined ? undefined : 1,
      ...validity.edit,
    },
  };
}
