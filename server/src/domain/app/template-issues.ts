import { fallbackIssue, linkIssue } from '../link/route.ts';
import { routeIssues } from '../link/override-issues.ts';
import type { OwnAddresses } from '../link/own-address.ts';
import { DOT_SEGMENT, hasDotSegment } from '../template/dot-segments.ts';
import {
  capturesHost,
  fill,
  namesIn,
  parsePattern,
  usedNames,
  WEB_FALLBACK,
} from '../template/template.ts';
import type { Issue } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import { issuesOf } from '../text/schema.ts';
import { metadataSchemaIssues } from '../schema/metadata-schema.ts';
import type { Platform } from './platform.ts';
import { RuleConditionsSchema } from '../rule/conditions.ts';
import { ruleIssues } from '../rule/rule-issues.ts';
import {
  MAX_PATTERN_LENGTH,
  RoutePatternSchema,
  TemplateRuleSchema,
  TemplateSetupSchema,
} from './setup-schema.ts';

const structuralIssues = issuesOf(TemplateSetupSchema, [
  RoutePatternSchema,
  TemplateRuleSchema,
  RuleConditionsSchema,
]);

/** What is wrong with a template of an apply file. `at`: its JSON pointer. */
export function templateIssues(
  template: unknown,
  at: string,
  own: OwnAddresses | undefined,
): Issue[] {
  const issues = structuralIssues(template).map(({ pointer: within, detail }) => {
    return { pointer: at + within, detail };
  });
  if (!isRecord(template)) return issues;
  const { pattern, routes, rules, metadata_schema: schema } = template;
  if (isRecord(schema)) issues.push(...metadataSchemaIssues(schema, `${at}/metadata_schema`));
  // One that is too long has its error already.
  if (typeof pattern !== 'string' || pattern.length > 2 * MAX_PATTERN_LENGTH) return issues;
  const parsed = parsePattern(pattern);
  if ('issue' in parsed) {
    return [...issues, { pointer: `${at}/pattern`, detail: parsed.issue }];
  }
  const braces = /\{[^/{}]*\}/.exec(pattern)?.[0];
  if (braces !== undefined) {
    const name = braces.replace(/\W/g, '') || 'name';
    const detail = `has "${braces}": write ":${name}" to capture a segment, or "%7B" and "%7D" for literal braces`;
    return [...issues, { pointer: `${at}/pattern`, detail }];
  }
  const names = namesIn(parsed.value);
  const patternIssues = (some: Readonly<Record<string, unknown>>, here: string): Issue[] =>
    routeIssues(some, here, (platform, field, text) =>
      routePatternIssue(platform, field, text, names, own),
    );
  if (isRecord(routes)) issues.push(...patternIssues(routes, `${at}/routes`));
  return [...issues, ...ruleIssues(rules, `${at}/rules`, patternIssues)];
}

/** The names that an error lists: a pattern can have thousands, and many routes that use others. */
const MOST_NAMES = 10;

function routePatternIssue(
  platform: Platform,
  field: 'link' | 'fallback',
  text: string,
  names: readonly string[],
  own: OwnAddresses | undefined,
): string | undefined {
  if (field === 'fallback' && text === WEB_FALLBACK) return undefined;
  const unknown = usedNames(text).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const first = names.slice(0, MOST_NAMES).map((name) => `:${name}`);
    const known = [...first, ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ') || 'nothing';
    return `uses ":${unknown}", but the pattern captures ${known}; write "%3A" for a literal colon`;
  }
  if (capturesHost(text))
    return 'must have a fixed scheme and host; otherwise the creator of a link could choose them';
  if (hasDotSegment(text)) return DOT_SEGMENT;
  // With every name filled in, it must be a valid address.
  const example = fill(text, Object.fromEntries(names.map((name) => [name, '1'])));
  return field === 'link' ? linkIssue(platform, example, own) : fallbackIssue(example, own);
}
