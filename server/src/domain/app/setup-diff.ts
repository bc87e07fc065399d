import type { AppPlatforms, Platform, PlatformSettings } from './platform.ts';
import { isPlatform, newAppPlatforms } from './platform.ts';
import { canonicalJson } from '../text/json.ts';
import { platformTokensOf, type PlatformTokens } from './platform-tokens.ts';
import type { AppSetup, PlatformSetup } from './setup-schema.ts';
import type { Steps } from '../text/steps.ts';
import type { Template } from '../template/template.ts';
import type { MetadataSchemaDocument } from '../schema/metadata-schema.ts';
import type { VisitSettings } from './visit-settings.ts';

/** One difference between the stored app and a file, as text and as data. */
export interface Difference {
  readonly change: 'add' | 'remove' | 'replace';
  /** `shop/platforms/web`, `shop/templates/product` */
  readonly what: string;
  readonly from?: unknown;
  readonly to?: unknown;
}

export interface AppState {
  readonly platforms: AppPlatforms;
  readonly templates: readonly Template[];
  readonly visits: VisitSettings;
  readonly metadata_schema: MetadataSchemaDocument;
  readonly platform_tokens: PlatformTokens;
  readonly hosts: readonly string[];
}

/** What to write, and the same changes as text. */
export interface AppPlan {
  readonly differences: readonly Difference[];
  readonly platforms: readonly (readonly [Platform, PlatformSettings])[];
  readonly templates: readonly Template[] | undefined;
  readonly visits: VisitSettings | undefined;
  readonly metadataSchema: MetadataSchemaDocument | undefined;
  readonly platformTokens: PlatformTokens | undefined;
  readonly hosts: readonly string[] | undefined;
}

/** The steps from an app (undefined: it does not exist yet) to what the file says. */
export function* planSteps(wanted: AppSetup, state: AppState | undefined): Steps<AppPlan> {
  const { name, templates } = wanted;
  const differences: Difference[] = [];
  if (!state) differences.push({ change: 'add', what: name });
  const current = state ?? newApp();
  const platforms: [Platform, PlatformSettings][] = [];
  for (const [platform, setup] of Object.entries(wanted.platforms ?? {})) {
    if (!isPlatform(platform)) continue;
    const from = current.platforms[platform];
    const to = settingsOf(setup);
    if (same(from, to)) continue;
    platforms.push([platform, to]);
    differences.push({ change: 'replace', what: `${name}/platforms/${platform}`, from, to });
  }
  const others = templates ? yield* templateDifferences(name, current.templates, templates) : [];
  // Not `push(...others)`: there can be more than the arguments that a call can have.
  for (const difference of others) differences.push(difference);
  /** The value in the file if it differs from the stored value. */
  const changedTo = <T>(what: string, from: T, to: T | undefined): T | undefined => {
    if (to === undefined || same(from, to)) return undefined;
    differences.push({ change: 'replace', what: `${name}/${what}`, from, to });
    return to;
  };
  return {
    visits: changedTo('visits', current.visits, wanted.visits),
    metadataSchema: changedTo('metadata_schema', current.metadata_schema, wanted.metadata_schema),
    platformTokens: changedTo(
      'platform_tokens',
      current.platform_tokens,
      wanted.platform_tokens && platformTokensOf(wanted.platform_tokens),
    ),
    hosts: changedTo('hosts', current.hosts, wanted.hosts),
    platforms,
    templates: others.length > 0 ? templates : undefined,
    differences,
  };
}

/** The app after the plan is applied, exactly as it is then read from the database. */
export function appAfter(plan: AppPlan, state: AppState | undefined): AppState {
  const current = state ?? newApp();
  return {
    platforms: { ...current.platforms, ...Object.fromEntries(plan.platforms) },
    templates: plan.templates?.map(storedTemplate) ?? current.templates,
    visits: plan.visits ?? current.visits,
    metadata_schema: plan.metadataSchema ?? current.metadata_schema,
    platform_tokens: plan.platformTokens ?? current.platform_tokens,
    hosts: plan.hosts ?? current.hosts,
  };
}

/** A template as it is read from the database, with its members in the same order: the `ETag` of an app depends on it. */
function storedTemplate({
  name,
  pattern,
  routes,
  skip_page,
  rules = [],
  valid_for_seconds,
  metadata_schema,
}: Template): Template {
  return {
    name,
    pattern,
    routes,
    ...(skip_page === undefined ? {} : { skip_page }),
    ...(rules.length === 0 ? {} : { rules }),
    ...(valid_for_seconds === undefined ? {} : { valid_for_seconds }),
    ...(metadata_schema === undefined ? {} : { metadata_schema }),
  };
}

export function newApp(): AppState {
  return {
    platforms: newAppPlatforms(),
    templates: [],
    visits: {},
    metadata_schema: {},
    platform_tokens: platformTokensOf({}),
    hosts: [],
  };
}

/**
 * A platform that the file names gets exactly the values in the file, and the defaults of a new app for the
 * rest.
 */
function settingsOf({
  enabled = true,
  base,
  fallback = '',
  apps,
}: PlatformSetup): PlatformSettings {
  return {
    enabled,
    ...(base === undefined ? {} : { base }),
    fallback,
    ...(apps === undefined || apps.length === 0 ? {} : { apps }),
  };
}

function* templateDifferences(
  app: string,
  from: readonly Template[],
  to: readonly Template[],
): Steps<Difference[]> {
  const differences: Difference[] = [];
  const before = new Map(from.map((template) => [template.name, template]));
  yield;
  const after = new Set(to.map((template) => template.name));
  yield;
  for (const template of to) {
    const what = `${app}/templates/${template.name}`;
    const old = before.get(template.name);
    if (!old) differences.push({ change: 'add', what, to: template });
    else if (!same(old, storedTemplate(template)))
      differences.push({ change: 'replace', what, from: old, to: template });
    yield;
  }
  for (const template of from) {
    if (after.has(template.name)) continue;
    differences.push({
      change: 'remove',
      what: `${app}/templates/${template.name}`,
      from: template,
    });
    yield;
  }
  const order = (templates: readonly Template[]): string[] => templates.map(({ name }) => name);
  if (differences.length === 0 && !same(order(from), order(to))) {
    differences.push({
      change: 'replace',
      what: `${app}/templates`,
      from: order(from),
      to: order(to),
    });
  }
  return differences;
}

/** Whether two values are equal as JSON; the order of keys does not matter. */
function same(a: unknown, b: unknown): boolean {
  // Most have the same order too, which costs a tenth.
  return JSON.stringify(a) === JSON.stringify(b) || canonicalJson(a) === canonicalJson(b);
}
