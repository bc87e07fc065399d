import type { LinkRule, TemplateRule } from '../../api/schema.ts';
import { PLATFORMS, type Platform } from '../../api/types.ts';
import { WRONG_TIME } from '../../lib/local-time.ts';

/** A rule of a link or a template while it is edited, as the API has it. */
export type Rule = LinkRule | TemplateRule;
export type Conditions = Rule['when'];
export type ConditionKind = keyof Conditions;
export type RuleRoute = NonNullable<Rule['routes'][Platform]>;

/** The properties of the fields of a condition. */
export interface ConditionProps {
  readonly when: Conditions;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** The condition was just added. */
  readonly added: boolean;
  readonly onChange: (when: Conditions) => void;
}

export const MAX_RULES = 20;
export const CONDITION_KINDS = [
  'language',
  'country',
  'time',
  'percent',
  'query',
  'app_version',
] as const satisfies readonly ConditionKind[];

export const NEW_RULE: Rule = { when: {}, routes: {} };

/** A condition that was just added. */
export function newCondition(kind: ConditionKind): Conditions {
  if (kind === 'language' || kind === 'country') return { [kind]: [] };
  return kind === 'query' ? { query: [{ name: '' }] } : { [kind]: {} };
}

/** The object with a changed member; `undefined` removes it. */
export function withMember<T extends object, K extends keyof T>(
  object: T,
  name: K,
  value: T[K] | undefined,
): T {
  const { [name]: _, ...others } = object;
  return (value === undefined ? others : { ...object, [name]: value }) as T;
}

/** The list with an entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** The locations of the fields of rules, each before those that contain it. */
export const RULE_FIELDS: readonly string[] = [
  ...Array.from({ length: MAX_RULES }, (_, index) => [
    `/rules/${index}/name`,
    ...CONDITION_KINDS.map((kind) => `/rules/${index}/when/${kind}`),
    `/rules/${index}/when`,
    ...PLATFORMS.flatMap((platform) => [
      `/rules/${index}/routes/${platform}/link`,
      `/rules/${index}/routes/${platform}/fallback`,
      `/rules/${index}/routes/${platform}`,
    ]),
    `/rules/${index}/routes`,
  ]).flat(),
  '/rules',
];

/** Are the times of its conditions complete? If not, their fields show why they cannot be sent. */
export function hasCompleteTimes({ when: { time } }: { readonly when: Conditions }): boolean {
  return time?.from !== WRONG_TIME && time?.until !== WRONG_TIME;
}

export function kindsIn(rules: readonly Rule[]): ReadonlySet<ConditionKind> {
  return new Set(
    rules.flatMap(({ when }) => CONDITION_KINDS.filter((kind) => when[kind] !== undefined)),
  );
}
