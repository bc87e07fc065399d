import { Type, type Static } from 'typebox';
import { detailIssues, ExternalIdSchema, NameSchema, NoteSchema } from './details.ts';
import { MAX_CODE_LENGTH, RESERVED_CODES, RESERVED_PATHS, SHORTEST_CODE } from './code.ts';
import type { JsonText } from '../text/json.ts';
import { LinkRequestSchema, readLinkRequest, type LinkDraft } from './link.ts';
import { isRecord } from '../text/json-value.ts';
import type { OwnAddresses } from './own-address.ts';
import { RouteOverrideSchema } from './route.ts';
import { issueIf } from '../text/issue.ts';
import { issuesOf } from '../text/schema.ts';
import { LINK_RULE_COMPONENTS, LinkRulesSchema, type LinkRule } from '../rule/link-rule.ts';
import { SocialSchema } from './social.ts';
import { TagsSchema } from './tags.ts';
import { component, nullable, patternText, refTo } from '../text/shapes.ts';
import {
  readValidity,
  VALIDITY_PROPERTIES,
  ValidUntilSchema,
  validityIssues,
  type ValidityFields,
} from './validity.ts';

/** The body of `POST /manage/v1/smartlinks`. */
export const ManagedLinkRequestSchema = component(
  'ManagedLinkRequest',
  {
    ...LinkRequestSchema.properties,
    code: Type.Optional(
      patternText('^[0-9A-Za-z]*$', 'must have only letters (A to Z, a to z) and digits', {
        minLength: SHORTEST_CODE,
        maxLength: MAX_CODE_LENGTH,
        description:
          'The short code: letters and digits. If it is taken, the response is 409. If omitted, a code is generated.',
      }),
    ),
    external_id: Type.Optional(ExternalIdSchema),
    name: Type.Optional(NameSchema),
    note: Type.Optional(NoteSchema),
    tags: Type.Optional(TagsSchema),
    social: Type.Optional(refTo(SocialSchema)),
    rules: Type.Optional(LinkRulesSchema),
    ...VALIDITY_PROPERTIES,
    valid_until: Type.Optional(
      nullable(
        ValidUntilSchema,
        'The link works until just before this time. RFC 3339, with an offset. `null`: without an end, also if the template has `valid_for_seconds`.',
      ),
    ),
  },
  {
    examples: [
      { uri: 'products/5', name: 'Teapot, newsletter', tags: ['spring'] },
      { uri: 'products/6', valid_until: '2026-12-25T00:00:00+01:00' },
      { uri: 'products/7', external_id: 'SKU-7' },
      { uri: 'https://shop.example/sale', code: 'Sale26', social: { title: 'The sale' } },
      {
        uri: 'products/7',
        rules: [
          {
            name: 'Germany',
            when: { country: ['DE'], language: ['de'] },
            routes: { web: { link: 'https://shop.example/de/products/7' } },
          },
        ],
      },
    ],
  },
);

/** The draft of a link, with the fields that only the management API can set. */
export interface ManagedLinkDraft extends LinkDraft, ValidityFields {
  /** The members of the request. */
  readonly sent: ReadonlySet<string>;
  /** Undefined: the service generates one. */
  readonly code: string | undefined;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly note: string | null;
  readonly tags: readonly string[];
  /** JSON text. */
  readonly social: string | null;
  /** Null: none; undefined: those of the template. */
  readonly rules: readonly LinkRule[] | null | undefined;
  /** 1: the rules were chosen for this link. */
  readonly ownRules: 1 | null;
}

const structuralIssues = issuesOf(ManagedLinkRequestSchema, [
  RouteOverrideSchema,
  SocialSchema,
  ...LINK_RULE_COMPONENTS,
  { $id: 'Metadata' },
]);

/** Reads a request to create a link in the management API. */
export function readManagedLinkRequest(
  json: JsonText,
  own: OwnAddresses | undefined,
): ManagedLinkDraft {
  const draft = readLinkRequest(json, own, structuralIssues);
  const issues = [...draft.issues];
  const request = (isRecord(json.value) ? json.value : {}) as Partial<
    Static<typeof ManagedLinkRequestSchema>
  >;
  const {
    code,
    external_id: externalId = null,
    name = null,
    note = null,
    tags = [],
    social,
    rules,
  } = request;
  const isReserved = typeof code === 'string' && isReservedCode(code, own);
  issues.push(...issueIf(isReserved, '/code', 'is a reserved word of the service'));
  issues.push(...detailIssues(request, own));
  const { edit, issues: ofValidity } = readValidity(request, own);
  const validity = {
    validFrom: edit.validFrom ?? null,
    validUntil: edit.validUntil ?? null,
    earlyUrl: edit.earlyUrl ?? null,
    expiredUrl: edit.expiredUrl ?? null,
  };
  issues.push(...ofValidity, ...validityIssues(validity));
  const card = social === undefined ? null : JSON.stringify(social);
  return {
    ...draft,
    issues,
    sent: new Set(Object.keys(request)),
    code,
    externalId,
    name,
    note,
    tags,
    social: card,
    rules: rules?.length === 0 ? null : rules,
    ownRules: rules === undefined ? null : 1,
    ...validity,
  };
}

/** Also if it would lead to the path of the API, which is no link under any host. */
function isReservedCode(code: string, own: OwnAddresses | undefined): boolean {
  const isApi = own !== undefined && `${own.linkPath}/${code}` === own.basePath;
  const word = code.toLowerCase();
  return isApi || RESERVED_PATHS.has(word) || RESERVED_CODES.has(word);
}
