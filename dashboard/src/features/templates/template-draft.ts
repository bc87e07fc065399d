import type { Part } from '../../api/save-part.ts';
import {
  PLATFORMS,
  type AppDocument,
  type Platform,
  type RoutePattern,
  type Template,
} from '../../api/types.ts';

/** Returns the template in the format of the API, without empty fields. */
export function normalize(template: Template): Template {
  const { name, pattern, skip_page, routes, rules = [] } = template;
  const { valid_for_seconds, metadata_schema } = template;
  return {
    name,
    pattern,
    ...(skip_page === true ? { skip_page } : {}),
    routes: Object.fromEntries(
      PLATFORMS.flatMap((platform) => {
        const route = normalizeRoute(routes[platform] ?? {}, skip_page === true);
        return Object.keys(route).length === 0 ? [] : [[platform, route]];
      }),
    ),
    ...(rules.length === 0 ? {} : { rules }),
    ...(valid_for_seconds === undefined ? {} : { valid_for_seconds }),
    ...(metadata_schema === undefined ? {} : { metadata_schema }),
  };
}

function normalizeRoute(
  { link, fallback, skip_page }: RoutePattern,
  skipAll: boolean,
): RoutePattern {
  return {
    ...(link === undefined || link === '' ? {} : { link }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(skip_page === undefined || skip_page === skipAll ? {} : { skip_page }),
  };
}

/** Returns the template with a changed route of one platform. `undefined` removes a field. */
export function withRoute(
  template: Template,
  platform: Platform,
  change: { readonly [K in keyof RoutePattern]: RoutePattern[K] | undefined },
): Template {
  const route = { ...template.routes[platform], ...change } as RoutePattern;
  return normalize({ ...template, routes: { ...template.routes, [platform]: route } });
}

/** Returns the template with `skip_page` for all platforms; values of single platforms are removed. */
export function withSkip(template: Template, skip_page: boolean): Template {
  return PLATFORMS.reduce<Template>(
    (changed, platform) => withRoute(changed, platform, { skip_page: undefined }),
    { ...template, skip_page },
  );
}

export function platformsOf({ routes }: Template): readonly Platform[] {
  return PLATFORMS.filter((platform) => routes[platform] !== undefined);
}

/** Returns the list in which `template` replaces the template `name`, or is added at the end. */
export function listWith(
  templates: readonly Template[],
  name: string | undefined,
  template: Template,
): readonly Template[] {
  const at = indexIn(templates, name);
  return at === templates.length ? [...templates, template] : templates.with(at, template);
}

/** Returns the index of the template `name`, or the index at which it would be added. */
export function indexIn(templates: readonly Template[], name: string | undefined): number {
  const at = templates.findIndex((template) => template.name === name);
  return at === -1 ? templates.length : at;
}

/** The template `name` as a part of the app; `undefined`: a new template. */
export function templatePart(name: string | undefined): Part<Template> {
  return {
    of: ({ templates }: AppDocument) => {
      const found = templates.find((template) => template.name === name);
      return found && normalize(found);
    },
    change: (template, { templates }) => ({ templates: listWith(templates, name, template) }),
    complete: (value) => normalize({ name: '', pattern: '', routes: {}, ...value }),
  };
}

export function exampleTemplate({ platforms }: AppDocument): Template {
  const web = platforms.web?.base?.replace(/\/$/, '') ?? 'https://shop.example';
  const apps = PLATFORMS.filter(
    (platform) => platform !== 'web' && platforms[platform]?.enabled !== false,
  );
  return normalize({
    name: 'product',
    pattern: 'products/:id',
    routes: {
      ...(platforms.web?.enabled === false ? {} : { web: { link: `${web}/p/:id` } }),
      ...Object.fromEntries(apps.map((platform) => [platform, { fallback: '@web' }])),
    },
  });
}
