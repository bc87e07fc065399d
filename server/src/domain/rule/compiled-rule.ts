import { parseTime } from '../text/time-text.ts';
import { conditionKinds, type ConditionKind, type RuleConditions } from './conditions.ts';
import type { LinkRule } from './link-rule.ts';
import { compareVersions, parseVersion, type VersionNumber } from './version-number.ts';
import type { VisitorConditions } from './visitor-conditions.ts';

/** The conditions of a rule in the form in which they are checked. Omitted ones hold. */
export interface CompiledRule {
  /** Its position among all rules of the link. */
  readonly index: number;
  readonly kinds: readonly ConditionKind[];
  readonly languages: readonly string[];
  readonly countries: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly percentFrom: number;
  readonly percentBelow: number;
  readonly query: NonNullable<RuleConditions['query']>;
  readonly versionFrom: VersionNumber | undefined;
  readonly versionBelow: VersionNumber | undefined;
}

export function compiledRule({ when }: LinkRule, index: number): CompiledRule {
  const { language = [], country = [], time, percent, query = [], app_version: version } = when;
  // A time that cannot be read, which only a damaged row has, never holds.
  const timeOf = (text: string | undefined, missing: number): number =>
    text === undefined ? missing : (parseTime(text) ?? NaN);
  return {
    index,
    kinds: conditionKinds(when),
    languages: language.map((tag) => tag.toLowerCase()),
    countries: country,
    from: timeOf(time?.from, -Infinity),
    until: timeOf(time?.until, Infinity),
    percentFrom: percent?.from ?? 0,
    percentBelow: percent?.below ?? 100,
    query,
    versionFrom: version?.from === undefined ? undefined : parseVersion(version.from),
    versionBelow: version?.below === undefined ? undefined : parseVersion(version.below),
  };
}

/** The first condition that does not hold; undefined: the rule matches. */
export function failedCondition(
  rule: CompiledRule,
  visitor: VisitorConditions,
): ConditionKind | undefined {
  for (const kind of rule.kinds) {
    if (!HOLDS[kind](rule, visitor)) return kind;
  }
  return undefined;
}

type Holds = (rule: CompiledRule, visitor: VisitorConditions) => boolean;

const HOLDS: Readonly<Record<ConditionKind, Holds>> = {
  language: ({ languages }, { language }) => {
    const tag = language.toLowerCase();
    return languages.some((range) => tag === range || tag.startsWith(`${range}-`));
  },
  country: ({ countries }, { country }) => countries.includes(country),
  time: ({ from, until }, { at }) => at >= from && at < until,
  percent: ({ percentFrom, percentBelow }, { percentile }) =>
    percentile !== undefined && percentile >= percentFrom && percentile < percentBelow,
  query: ({ query: parameters }, { query }) =>
    parameters.every(({ name, values }) => {
      const value = query.get(name);
      return value !== null && (values === undefined || values.includes(value));
    }),
  app_version: ({ versionFrom, versionBelow }, { appVersion }) => {
    const version = parseVersion(appVersion);
    return (
      version !== undefined &&
      (versionFrom === undefined || compareVersions(version, versionFrom) >= 0) &&
      (versionBelow === undefined || compareVersions(version, versionBelow) < 0)
    );
  },
};
