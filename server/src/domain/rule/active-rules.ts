import { compiledRule, failedCondition, type CompiledRule } from './compiled-rule.ts';
import type { ConditionKind } from './conditions.ts';
import type { LinkRule } from './link-rule.ts';
import type { VisitorConditions } from './visitor-conditions.ts';

/** No rule matches: the link's own routes are used. */
export const NO_RULE = -1;

/** What is cached of the rules of a link: those that can match until `until`. */
export interface ActiveRules {
  readonly rules: readonly CompiledRule[];
  /** The kinds of conditions that they have. Nothing else of a visitor needs to be known. */
  readonly kinds: ReadonlySet<ConditionKind>;
  /** Approximate size in bytes. */
  readonly weight: number;
  /** When other rules become active, in milliseconds since 1970-01-01 UTC; `Infinity`: never. */
  readonly until: number;
}

/** The rules of a link whose time includes `now`. */
export function activeRules(rules: readonly LinkRule[], now: number): ActiveRules {
  const compiled = rules.map(compiledRule);
  const active = compiled.filter(({ from, until }) => now >= from && now < until);
  const changes = compiled.flatMap(({ from, until }) => [from, until]).filter((at) => at > now);
  return {
    rules: active,
    kinds: new Set(active.flatMap(({ kinds }) => kinds)),
    weight: active.length * RULE_BYTES + 2 * JSON.stringify(rules.map(({ when }) => when)).length,
    until: Math.min(Infinity, ...changes),
  };
}

// What V8 needs for a rule besides its texts, approximately.
const RULE_BYTES = 400;

/** The position of the first rule that matches, among all rules of the link; `NO_RULE` if none does. */
export function matchingRule({ rules }: ActiveRules, visitor: VisitorConditions): number {
  for (const rule of rules) {
    if (failedCondition(rule, visitor) === undefined) return rule.index;
  }
  return NO_RULE;
}
