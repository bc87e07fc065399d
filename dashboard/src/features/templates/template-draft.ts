import type { Part } from '../../api/save-part.ts';
import {
  PLATFORMS,
  type AppDocument,
  type Platform,
  type RoutePattern,
  type Template,
} from '../../api/types.ts';

/** A template while it is edited: as in the API, without empty fields. */
export function normalize({ name, pattern, skip_page, routes }: Template): Template {
  return {
    name,
    pattern,
    ...(skip_page === true ? { skip_page } : {}),
    routes: Object.fromEntries(
      PLATFORMS.flatMap((platform) => {
        const route = tidyRoute(routes[platform] ?? {}, skip_page === true);
        return Object.keys(route).length === 0 ? [] : [[platform, route]];
      }),
    ),
  };
}

function tidyRoute({ link, fallback, skip_page }: RoutePattern, whole: boolean): RoutePattern {
  return {
    ...(link === undefined || link === '' ? {} : { link }),
    ...(fallback === undefined ? {} : { fallback }),
    ...(skip_page === undefined || skip_page === whole ? {} : { skip_page }),
  };
}

/** The template with a changed route of one platform; `undefined` removes a field. */
export function withRoute(
  template: Template,
  platform: Platform,
  change: { readonly [K in keyof RoutePattern]: RoutePattern[K] | undefined },
): Template {
  const route = { ...template.routes[platform], ...change } as RoutePattern;
  return normalize({ ...template, routes: { ...template.routes, [platform]: route } });
}

/** The template with `skip_page` for all platforms, without the values of single platforms. */
export function withSkip(template: Template, skip_page: boolean): Template {
  return PLATFORMS.reduce<Template>(
    (changed, platform) => withRoute(changed, platform, { skip_page: undefined }),
    { ...template, skip_page },
  );
}

/** The platforms for which a template has values. */
export function platformsOf({ routes }: Template): readonly Platform[] {
  return PLATFORMS.filter((platform) => routes[platform] !== undefined);
}

/** The list with `template` in the place of the one called `name`, or at its end. */
export function listWith(
  templates: readonly Template[],
  name: string | undefined,
  template: Template,
): readonly Template[] {
  const at = indexIn(templates, name);
  return at === templates.length ? [...templates, template] : templates.with(at, template);
}

/** The index of the template `name` in the list, or where it would be added. */
export function indexIn(templates: readonly Template[], name: string | undefined): number {
  const at = templates.findIndex((template) => template.name === name);
  return at === -1 ? templates.length : at;
}

/** The template called `name` as a part of the app; `undefined`: a new one. */
export function templatePart(name: string | undefined): Part<Template> {
  return {
    of: ({ templates }: AppDocument) => {
      const found = templates.find((template) => template.name === name);
      return found && normalize(found);
    },
    change: (template, { templates }) => ({ templates: listWith(templates, name, template) }),
    whole: (value) => normalize({ name: '', pattern: '', routes: {}, ...value }),
  };
}

/** The first template of an app, which shows what templates are for. */
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
