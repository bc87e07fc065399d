import { Type, type Static, type TSchema } from 'typebox';
import { perPlatform } from '../app/platform.ts';
import { RouteChangeSchema } from '../link/route-change.ts';
import { closedObject, component, refTo } from '../text/shapes.ts';
import { RuleConditionsSchema } from './conditions.ts';

export const MAX_RULES = 20;
/** The maximum length of all rules of a link or a template as JSON, in characters. */
export const MAX_RULES_LENGTH = 16 * 1024;

/** The fields of a rule. `route`: what it has for each platform. */
export const ruleFields = <Route extends TSchema>(route: Route, description: string) => ({
  name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 120, description: 'A name for the rule.' }),
  ),
  when: refTo(RuleConditionsSchema),
  routes: closedObject(perPlatform(Type.Optional(route)), { description }),
});

/** A rule that replaces routes of a link for the visitors for whom its conditions hold. */
export const LinkRuleSchema = component(
  'LinkRule',
  ruleFields(
    refTo(RouteChangeSchema),
    'Replaces what it names of the routes of these platforms; everything else stays. At least one.',
  ),
  { description: 'The first rule whose conditions all hold applies; the others do not.' },
);
export type LinkRule = Static<typeof LinkRuleSchema>;
export type RuleRoutes = LinkRule['routes'];

export const LinkRulesSchema = Type.Array(refTo(LinkRuleSchema), {
  maxItems: MAX_RULES,
  description:
    'Conditional routes: the first rule whose conditions hold replaces routes for this visitor. Without `rules`, the link gets those of its template.',
});

/** What a schema with `LinkRulesSchema` refers to. */
export const LINK_RULE_COMPONENTS = [
  LinkRuleSchema,
  RuleConditionsSchema,
  RouteChangeSchema,
] as const;
