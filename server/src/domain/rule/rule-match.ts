import { PLATFORMS, type Platform } from '../app/platform.ts';
import type { Route, Routes } from '../link/route.ts';
import { schemeOf } from '../text/uri.ts';
import { compiledRule, failedCondition, type CompiledRule } from './compiled-rule.ts';
import type { ConditionKind } from './conditions.ts';
import { NO_RULE } from './active-rules.ts';
import type { LinkRule, RuleRoutes } from './link-rule.ts';
import type { VisitorConditions } from './visitor-conditions.ts';

/** The rule that applies to a visitor, and why. */
export interface RuleMatch {
  /** Its position; `NO_RULE` if none matches. */
  readonly index: number;
  /** The routes that it replaces. */
  readonly routes: RuleRoutes;
  /** The reasons, one for each rule that was checked. */
  readonly why: readonly string[];
}

/** Finds the first rule whose conditions all hold. */
export function matchRules(rules: readonly LinkRule[], visitor: VisitorConditions): RuleMatch {
  const why: string[] = [];
  for (const [index, rule] of rules.entries()) {
    const compiled = compiledRule(rule, index);
    const failed = failedCondition(compiled, visitor);
    const name = `rule ${index + 1}${rule.name === undefined ? '' : ` ("${rule.name}")`}`;
    if (failed === undefined) {
      const platforms = PLATFORMS.filter((platform) => rule.routes[platform]).join(', ');
      why.push(`${name} matches and replaces routes of ${platforms}`);
      return { index, routes: rule.routes, why };
    }
    why.push(`${name} does not match: ${REASONS[failed](rule.when, visitor, compiled)}`);
  }
  why.push('no rule matches, so the routes of the link are used');
  return { index: NO_RULE, routes: {}, why };
}

type Reason = (when: LinkRule['when'], visitor: VisitorConditions, rule: CompiledRule) => string;

const REASONS: Readonly<Record<ConditionKind, Reason>> = {
  language: ({ language = [] }, visitor) =>
    `the language is ${shown(visitor.language)}, not ${oneOf(language)}`,
  country: ({ country = [] }, visitor) =>
    `the country is ${shown(visitor.country)}, not ${oneOf(country)}`,
  time: ({ time }, { at }, { from }) =>
    at < from
      ? `it begins at ${time?.from ?? 'another time'}`
      : `it ended at ${time?.until ?? 'another time'}`,
  percent: (_, { percentile }, { percentFrom, percentBelow }) =>
    `the visitor is at ${percentile === undefined ? 'an unknown percentile' : `${percentile} %`}, not from ${percentFrom} % to below ${percentBelow} %`,
  query: ({ query = [] }, visitor) => {
    const missing = query.find(({ name, values }) => {
      const value = visitor.query.get(name);
      return value === null || values?.includes(value) === false;
    });
    const { name = '', values } = missing ?? {};
    if (!visitor.query.has(name)) return `the query has no parameter "${name}"`;
    return `the parameter "${name}" is not ${oneOf(values ?? [])}`;
  },
  app_version: ({ app_version: version }, visitor) => {
    const wanted = [
      ...(version?.from === undefined ? [] : [`from ${version.from}`]),
      ...(version?.below === undefined ? [] : [`below ${version.below}`]),
    ];
    return `the app version is ${shown(visitor.appVersion)}, not ${wanted.join(' and ')}`;
  },
};

function shown(value: string): string {
  return value === '' ? 'unknown' : value;
}

const SHOWN_VALUES = 5;

function oneOf(values: readonly string[]): string {
  const some = values.slice(0, SHOWN_VALUES).join(', ');
  return values.length > SHOWN_VALUES ? `${some} or ${values.length - SHOWN_VALUES} others` : some;
}

/** The routes of a link with those of a rule in place. Everything that the rule does not name stays. */
export function ruledRoutes(routes: Routes, changes: RuleRoutes): Routes {
  const ruled: Partial<Record<Platform, Route>> = {};
  for (const platform of PLATFORMS) {
    const route = ruledRoute(platform, routes, changes);
    if (route) ruled[platform] = route;
  }
  return ruled;
}

function ruledRoute(platform: Platform, routes: Routes, changes: RuleRoutes): Route | undefined {
  const change = changes[platform];
  if (!change) return routes[platform];
  const own = routes[platform];
  // As for visitors, a route without a destination does not hide another one.
  const before = hasDestination(own) ? own : (otherRoute(platform, routes, changes) ?? own);
  const { link = before?.link ?? '', fallback = before?.fallback ?? '' } = change;
  // A route without a destination would hide those of other platforms from apps.
  if (link === '' && fallback === '') return undefined;
  const skip = change.skip_page ?? before?.skip_page;
  return { link, fallback, ...(skip ? { skip_page: true } : {}) };
}

/** The route that devices of a platform get if the link has none for it. */
function otherRoute(platform: Platform, routes: Routes, changes: RuleRoutes): Route | undefined {
  if (platform !== 'iphone' && platform !== 'ipad') return undefined;
  const universal = ruledRoute('universal', routes, changes);
  if (hasDestination(universal) || platform === 'iphone') return universal;
  return ruledRoute('iphone', routes, changes) ?? universal;
}

/** A link without a scheme leads nowhere: its platform has no base. */
function hasDestination(route: Route | undefined): boolean {
  return route !== undefined && (schemeOf(route.link) !== undefined || route.fallback !== '');
}
