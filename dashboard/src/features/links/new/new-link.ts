import type { LinkChange, RouteChange } from '../../../api/schema.ts';
import { PLATFORMS, type Platform, type Routes, type Social } from '../../../api/types.ts';
import { socialTexts, type SocialTexts } from '../../../components/social.ts';
import { RULE_FIELDS, type Rule } from '../../../components/rules/rule.ts';
import type { LimitValue } from '../../../lib/limit.ts';
import { sentence } from '../../../lib/issues.ts';
import type { MetadataSchemaDocument } from '../../../../../server/src/domain/schema/metadata-schema.ts';
import { checkMetadata } from '../../metadata/editor/metadata-rules.ts';
import { NO_VALIDITY, sentValidity, VALIDITY_FIELDS, type ValidityValues } from '../validity.ts';
import { issueText } from '../../metadata/editor/shown-issues.ts';

/** The edited fields of a route; others keep their generated value. */
export interface Override {
  readonly link?: string;
  readonly fallback?: string;
  /** Only of a copied link: a create cannot have it. */
  readonly skipPage?: boolean;
}
export type Overrides = Partial<Record<Platform, Override>>;

export interface NewLinkValues {
  uri: string;
  code: string;
  unique: boolean;
  externalId: string;
  name: string;
  note: string;
  tags: string[];
  validity: ValidityValues;
  /** Without an end, also if the template has a duration. Only used while no end is entered. */
  endless: boolean;
  redeemLimit: LimitValue;
  /** JSON text. */
  metadata: string;
  social: SocialTexts;
  overrides: Overrides;
  /** Platforms that get no route, because the copied link has none: a create makes them. */
  removed: readonly Platform[];
  /** Null: those of the template. */
  rules: readonly Rule[] | null;
}

export const NO_VALUES: NewLinkValues = {
  uri: '',
  code: '',
  unique: false,
  externalId: '',
  name: '',
  note: '',
  tags: [],
  validity: NO_VALIDITY,
  endless: false,
  redeemLimit: '',
  metadata: '',
  social: socialTexts(null),
  overrides: {},
  removed: [],
  rules: null,
};

/** The locations in the body that have a field in the form. */
export const FIELDS = [
  '/uri',
  '/code',
  '/unique',
  '/external_id',
  '/name',
  '/note',
  '/tags',
  '/redeem_limit',
  ...VALIDITY_FIELDS.map((field) => `/${field}`),
  '/metadata',
  '/social/title',
  '/social/description',
  '/social/image',
  ...PLATFORMS.flatMap((platform) => [`/routes/${platform}/link`, `/routes/${platform}/fallback`]),
  ...RULE_FIELDS,
];

/** The body of the request as JSON text: metadata is sent exactly as typed. */
export function bodyOf(values: NewLinkValues): string {
  const { uri, code, unique, externalId, name, note, tags, redeemLimit, metadata } = values;
  const social = socialOf(values.social);
  const routes = sentOverrides(values.overrides);
  const text = JSON.stringify({
    uri: uri.trim(),
    ...(code.trim() === '' ? {} : { code: code.trim() }),
    ...(unique ? { unique } : {}),
    ...(externalId.trim() === '' ? {} : { external_id: externalId.trim() }),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
    ...(tags.length > 0 ? { tags } : {}),
    ...(values.endless ? { valid_until: null } : {}),
    ...sentFields(values.validity),
    ...(redeemLimit === '' ? {} : { redeem_limit: redeemLimit }),
    ...(social === null ? {} : { social }),
    ...(Object.keys(routes).length > 0 ? { routes } : {}),
    ...(values.rules === null ? {} : { rules: values.rules }),
  });
  return metadata.trim() === '' ? text : `${text.slice(0, -1)},"metadata":${metadata}}`;
}

function sentFields(validity: ValidityValues): Record<string, string> {
  return Object.fromEntries(
    VALIDITY_FIELDS.flatMap((field) => {
      const sent = sentValidity(validity, field);
      return sent === null ? [] : [[field, sent]];
    }),
  );
}

/** The filled-in fields of a social preview; `null`: all are empty. */
export function socialOf(fields: SocialTexts): Social | null {
  const filled = Object.entries(fields).filter(([, text]) => text.trim() !== '');
  return filled.length === 0
    ? null
    : Object.fromEntries(filled.map(([name, text]) => [name, text.trim()]));
}

function sentOverrides(overrides: Overrides): Overrides {
  return Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const { link, fallback } = overrides[platform] ?? {};
      const route = {
        ...(link === undefined || link.trim() === '' ? {} : { link: link.trim() }),
        ...(fallback === undefined ? {} : { fallback: fallback.trim() }),
      };
      return Object.keys(route).length > 0 ? [[platform, route]] : [];
    }),
  );
}

/** What is left to change in a link after its create; undefined: nothing. */
export function routesAfterCreate(
  { overrides, removed }: Pick<NewLinkValues, 'overrides' | 'removed'>,
  created: Routes,
): LinkChange | undefined {
  const routes = Object.fromEntries(
    PLATFORMS.flatMap((platform): [Platform, RouteChange | null][] => {
      const route = created[platform];
      if (route === undefined) return [];
      if (removed.includes(platform)) return [[platform, null]];
      const { skipPage = route.skip_page === true } = overrides[platform] ?? {};
      return skipPage === (route.skip_page === true) ? [] : [[platform, { skip_page: skipPage }]];
    }),
  );
  return Object.keys(routes).length > 0 ? { routes } : undefined;
}

const CODE = /^[0-9A-Za-z]{4,32}$/;

/** Is it a valid short code? If it is blank, the service generates one. */
export function isCode(text: string): boolean {
  return text.trim() === '' || CODE.test(text.trim());
}

/** The first problem of a text as metadata, in the words of the editor; undefined: none. */
export function metadataTextIssue(
  text: string,
  schema?: MetadataSchemaDocument,
): string | undefined {
  if (text.trim() === '') return undefined;
  const [first] = checkMetadata(text, schema).issues;
  return first && issueText(text, first);
}

/** The problems of the values of a text as metadata, by their key at the top level. */
export function metadataKeyIssues(
  text: string,
  schema?: MetadataSchemaDocument,
): ReadonlyMap<string, string> {
  const { issues } = checkMetadata(text, schema);
  const inKeys = issues.filter(({ kind, path }) => kind === 'rule' && path.length > 0);
  return new Map(inKeys.map(({ path, detail }) => [String(path[0]), sentence(detail)]));
}
