import { isPlatform } from '../app/platform.ts';
import { overrideIssues } from '../link/override-issues.ts';
import type { OwnAddresses } from '../link/own-address.ts';
import { issueAt, issueIf, pointer, type Issue } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import { displayTextIssue, labelIssue } from '../text/text.ts';
import { parseTime, timeIssue } from '../text/time-text.ts';
import { MAX_RULES, MAX_RULES_LENGTH } from './link-rule.ts';
import { compareVersions, parseVersion } from './version-number.ts';

type Json = Readonly<Record<string, unknown>>;
/** Returns the errors in the addresses of the routes of a rule. `at`: the JSON pointer of the routes. */
type FindRouteIssues = (routes: Json, at: string) => readonly Issue[];

/** The errors of the rules of a link that a schema cannot detect. `at`: the JSON pointer of the rules. */
export function linkRuleIssues(rules: unknown, at: string, own: OwnAddresses | undefined): Issue[] {
  return ruleIssues(rules, at, (routes, here) => overrideIssues(routes, here, own));
}

/** The same for any kind of rules; `routeIssues` checks their addresses. */
export function ruleIssues(rules: unknown, at: string, routeIssues: FindRouteIssues): Issue[] {
  if (!Array.isArray(rules)) return [];
  const issues: Issue[] = [];
  const { length } = JSON.stringify(rules);
  const detail = `must have at most ${MAX_RULES_LENGTH} characters as JSON, not ${length}`;
  issues.push(...issueIf(length > MAX_RULES_LENGTH, at, detail));
  for (const [index, rule] of (rules as unknown[]).slice(0, MAX_RULES).entries()) {
    if (!isRecord(rule)) continue;
    const here = at + pointer(index);
    const { name, when, routes } = rule;
    issues.push(...issueAt(`${here}/name`, labelIssue(name)));
    if (isRecord(when)) issues.push(...conditionIssues(when, `${here}/when`));
    if (!isRecord(routes)) continue;
    const changesNothing = 'must name at least one platform; otherwise the rule changes nothing';
    issues.push(...issueIf(isEmpty(routes), `${here}/routes`, changesNothing));
    for (const [platform, route] of Object.entries(routes)) {
      const isWrong = isPlatform(platform) && isRecord(route) && isEmpty(route);
      const path = `${here}/routes${pointer(platform)}`;
      issues.push(...issueIf(isWrong, path, 'must have a link, a fallback or skip_page'));
    }
    issues.push(...routeIssues(routes, `${here}/routes`));
  }
  return issues;
}

function isEmpty(object: Json): boolean {
  return Object.keys(object).length === 0;
}

function conditionIssues(when: Json, at: string): Issue[] {
  const issues: Issue[] = [];
  const add = (within: string, detail: string): void =>
    void issues.push({ pointer: at + within, detail });
  if (isEmpty(when)) {
    add('', 'must have at least one condition; a rule for everyone is the routes of the link');
  }
  /** Both ends of a range, and whether the first one is not lower. */
  const range = (kind: string, high: string, isWrong: IsWrong): void => {
    const value = when[kind];
    if (!isRecord(value)) return;
    const { from, [high]: to } = value;
    if (from === undefined && to === undefined) add(`/${kind}`, `must have "from" or "${high}"`);
    else if (from !== undefined && to !== undefined && isWrong(from, to)) {
      add(`/${kind}/${high}`, `must be ${kind === 'time' ? 'later' : 'higher'} than "from"`);
    }
  };
  range('time', 'until', (from, until) => {
    const [start, end] = [parsed(from, parseTime), parsed(until, parseTime)];
    return start !== undefined && end !== undefined && start >= end;
  });
  if (isRecord(when.time)) {
    for (const [end, text] of Object.entries(when.time)) {
      const detail = parsed(text, timeIssue);
      if (detail !== undefined) add(`/time${pointer(end)}`, detail);
    }
  }
  range('percent', 'below', (from, below) => Number(from) >= Number(below));
  range('app_version', 'below', (from, below) => {
    const [least, end] = [parsed(from, parseVersion), parsed(below, parseVersion)];
    return least !== undefined && end !== undefined && compareVersions(least, end) >= 0;
  });
  if (Array.isArray(when.query)) issues.push(...queryIssues(when.query, `${at}/query`));
  return issues;
}

type IsWrong = (from: unknown, to: unknown) => boolean;

function parsed<Value>(
  value: unknown,
  parse: (text: string) => Value | undefined,
): Value | undefined {
  return typeof value === 'string' ? parse(value) : undefined;
}

function queryIssues(parameters: readonly unknown[], at: string): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<unknown>();
  for (const [index, parameter] of parameters.slice(0, MAX_RULES).entries()) {
    if (!isRecord(parameter)) continue;
    const { name, values } = parameter;
    const here = `${at}/${index}`;
    issues.push(...issueIf(seen.has(name), `${here}/name`, 'is the name of another condition'));
    seen.add(name);
    const texts = [name, ...(Array.isArray(values) ? (values as unknown[]) : [])];
    const wrong = texts.map(displayTextIssue).find((detail) => detail !== undefined);
    issues.push(...issueAt(here, wrong));
  }
  return issues;
}
