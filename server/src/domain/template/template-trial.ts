import { Type } from 'typebox';
import type { Issue, Refused } from '../text/issue.ts';
import type { ParsedDocument } from '../app/app-document.ts';
import { readUri } from '../link/link.ts';
import { isRecord } from '../text/json-value.ts';
import { linkRoutes, type AppRules } from '../link/link-routes.ts';
import type { OwnAddresses } from '../link/own-address.ts';
import type { Routes } from '../link/route.ts';
import type { MetadataSchemaDocument } from '../schema/metadata-schema.ts';
import type { LinkRule } from '../rule/link-rule.ts';
import { issuesOf } from '../text/schema.ts';
import { readAppSetup } from '../app/setup.ts';
import { AppSetupSchema, type AppSetup } from '../app/setup-schema.ts';
import type { Steps } from '../text/steps.ts';
import { type BaseUri } from '../text/uri.ts';
import { closedObject, component, patternText, uriText } from '../text/shapes.ts';

/** The body of `POST /manage/v1/templates/try`. */
export const TemplateTrialSchema = component(
  'TemplateTrial',
  {
    uri: Type.Optional(
      uriText('The URI to try, as in a request to create a link. If omitted, none is tried.'),
    ),
    templates: AppSetupSchema.properties.templates,
    platforms: AppSetupSchema.properties.platforms,
    cursor: Type.Optional(
      patternText('^\\d{1,15}$', 'must be the `next_cursor` of a previous response', {
        description: 'The `next_cursor` of the previous page of links.',
      }),
    ),
  },
  {
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
  /** The unsaved settings; undefined if the request has none. */
  readonly setup: AppSetup | undefined;
  /** Where the previous page of links ended. */
  readonly cursor: number | undefined;
}

// `readAppSetup` checks the other two.
const unchecked = Type.Optional(Type.Unsafe<object>({}));
const structuralIssues = issuesOf(
  closedObject({
    ...TemplateTrialSchema.properties,
    templates: unchecked,
    platforms: unchecked,
  }),
  [],
);

type ReadTrial = { readonly trial: TemplateTrial } | Refused;

/** Reads what to try, or returns all errors. */
export function* readTemplateTrial(
  { value }: ParsedDocument,
  own: OwnAddresses | undefined,
): Steps<ReadTrial> {
  const issues = structuralIssues(value);
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
  /**
   * The template that matches and what it captured; undefined if none does: the path is then used unchanged.
   */
  readonly template:
    | {
        readonly name: string;
        readonly pattern: string;
        readonly captures: Readonly<Record<string, string>>;
      }
    | undefined;
  readonly routes: Routes;
  readonly rules: readonly LinkRule[];
  /** The schema for metadata of the link; undefined: all metadata is accepted. */
  readonly metadataSchema: MetadataSchemaDocument | undefined;
  /** Why no link can be created with these routes. */
  readonly issues: readonly Issue[];
}

/** Returns the routes that a link with this URI would get. */
export function testUri(
  text: string,
  base: BaseUri,
  rules: AppRules,
  own: OwnAddresses | undefined,
): UriTest {
  const made = linkRoutes(text, base, {}, rules, own);
  const { routes, match, issues } = made;
  return {
    template: match && {
      name: match.template.name,
      pattern: match.template.pattern,
      captures: { ...match.captures },
    },
    routes,
    rules: made.rules ?? [],
    metadataSchema: match?.template.metadata_schema ?? rules.metadataSchema,
    issues,
  };
}
