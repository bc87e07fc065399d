import type { ConditionKind } from '../../../components/rules/rule.ts';
import { utcTime } from '../../../lib/local-time.ts';

/** The parameters of an explanation that rules depend on, each with its kind of condition and what it can be. */
export const SIMULATED_FIELDS = [
  { name: 'language', kind: 'language', pattern: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i },
  { name: 'country', kind: 'country', pattern: /^[A-Z]{2}$/ },
  { name: 'at', kind: 'time', pattern: /^\d{4}-/ },
  { name: 'percentile', kind: 'percent', pattern: /^\d{1,2}$/ },
  { name: 'query', kind: 'query', pattern: /./ },
  { name: 'app_version', kind: 'app_version', pattern: /^\d{1,9}(?:\.\d{1,9}){0,3}$/ },
] as const satisfies readonly { name: string; kind: ConditionKind; pattern: RegExp }[];
type SimulatedField = (typeof SIMULATED_FIELDS)[number]['name'];

/** What was typed; a time is local. */
export type Simulated = Partial<Record<SimulatedField, string>>;

/** What to send, and the fields with something else than a value. Only fields of these kinds count. */
export function simulated(
  typed: Simulated,
  kinds: ReadonlySet<ConditionKind>,
): { readonly query: Simulated; readonly wrong: ReadonlySet<SimulatedField> } {
  const query: Simulated = {};
  const wrong = new Set<SimulatedField>();
  for (const { name, kind, pattern } of SIMULATED_FIELDS) {
    const text = typed[name]?.trim() ?? '';
    if (text === '' || !kinds.has(kind)) continue;
    const sent = name === 'at' ? (utcTime(text) ?? '') : text;
    if (!pattern.test(sent)) wrong.add(name);
    else query[name] = sent;
  }
  return { query, wrong };
}
