import { Type } from 'typebox';
import type { Issue } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { isRecord, readUri } from '../link/link.ts';
import { linkRoutes, type AppRules } from '../link/link-routes.ts';
import type { OwnAddresses } from '../link/own-address.ts';
import type { Routes } from '../link/route.ts';
import { issuesOf } from '../text/schema.ts';
import { readAppSetup } from '../app/setup.ts';
import { AppSetupSchema, type AppSetup } from '../app/setup-schema.ts';
import type { Steps } from '../text/steps.ts';
import { MAX_URI_LENGTH, type BaseUri } from '../text/uri.ts';

const uri = Type.String({
  minLength: 1,
  maxLength: MAX_URI_LENGTH,
  description: 'The URI to try, as in a request to create a link. If omitted, none is tried.',
});
const cursor = Type.String({
  pattern: '^\\d{1,15}$',
  description: 'The `next_cursor` of the previous page of links.',
});

/** The body of `POST /manage/v1/templates/try`. */
export const TemplateTrialSchema = Type.Object(
  {
    uri: Type.Optional(uri),
    templates: AppSetupSchema.properties.templates,
    platforms: AppSetupSchema.properties.platforms,
    cursor: Type.Optional(cursor),
  },
  {
    $id: 'TemplateTrial',
    additionalProperties: false,
    description:
      'A URI, and unsaved templates and platforms. For omitted fields, the stored values are used.',
    examples: [
      { uri: 'products/5' },
      { uri: 'products/5', templates: [{ name: 'all', pattern: '*path', routes: {} }] },
    ],
  },
);

export interface TemplateTrial {
  readonly uri: { readonly text: string; readonly base: BaseUri } | undefined;
  /** The unsaved settings; undefined: none were sent. */
  readonly setup: AppSetup | undefined;
  /** Where the page of links before ended. */
  readonly cursor: number | undefined;
}

// `readAppSetup` says what is wrong with the other two.
const structuralFaults = issuesOf(
  Type.Object(
    {
      uri: Type.Optional(uri),
      templates: Type.Optional(Type.Unsafe<object>({})),
      platforms: Type.Optional(Type.Unsafe<object>({})),
      cursor: Type.Optional(cursor),
    },
    { additionalProperties: false },
  ),
  [],
);

type ReadTrial = { readonly trial: TemplateTrial } | { readonly issues: readonly Issue[] };

/** Reads what to try: the trial, or all faults. */
export function* readTemplateTrial(
  { value }: JsonText,
  own: OwnAddresses | undefined,
): Steps<ReadTrial> {
  const issues = structuralFaults(value);
  const sent = isRecord(value) ? value : {};
  const base = readUri(sent.uri, own, issues);
  const { templates, platforms } = sent;
  const unsaved = {
    ...(templates === undefined ? {} : { templates }),
    ...(platforms === undefined ? {} : { platforms }),
  };
  const parsed = yield* readAppSetup(unsaved, 'app', own);
  if ('issues' in parsed) issues.push(...parsed.issues);
  if (issues.length > 0 || 'issues' in parsed) return { issues };
  return {
    trial: {
      uri: base && { text: String(sent.uri), base },
      setup: Object.keys(unsaved).length > 0 ? parsed.setup : undefined,
      cursor: sent.cursor === undefined ? undefined : Number(sent.cursor),
    },
  };
}

export interface UriTest {
  /** Which template matches and what it captured; absent: none, the same path is copied. */
  readonly template:
    | {
        readonly name: string;
        readonly pattern: string;
        readonly captures: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly routes: Routes;
  /** Why a link could not be made from these routes. */
  readonly issues: readonly Issue[];
}

/** What would come out of a URI. */
export function testUri(
  text: string,
  base: BaseUri,
  rules: AppRules,
  own: OwnAddresses | undefined,
): UriTest {
  const { routes, match, issues } = linkRoutes(text, base, {}, rules, own);
  return {
    template: match && {
      name: match.template.name,
      pattern: match.template.pattern,
      captures: { ...match.captures },
    },
    routes,
    issues,
  };
}
