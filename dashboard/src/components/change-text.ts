import type { JsonNode, JsonPath } from '../lib/json-node.ts';
import { printJson, READABLE } from '../lib/json-print.ts';
import { known } from '../lib/known.ts';
import { change as changeTexts } from '../texts/change.ts';
import { number } from '../texts/counted.ts';
import { shared as texts } from '../texts/shared.ts';

/** How changes are shown: labels of locations and texts of values. */
export interface ChangeFormat {
  readonly labelOf: (path: JsonPath) => string;
  readonly textOf: (path: JsonPath, node: JsonNode) => string;
}

/** The format for the fields of links and apps. */
export const FIELD_FORMAT: ChangeFormat = { labelOf: fieldLabel, textOf: fieldText };

const LABELS: Readonly<Record<string, string>> = changeTexts.parts;
const STATES: Readonly<Record<string, string>> = texts.states;

/** `iPhone › Link`. Keys of metadata are shown unchanged. */
function fieldLabel(path: JsonPath): string {
  return path
    .flatMap((step, index) => {
      // The platform follows, which is enough.
      if (step === 'routes' && index < path.length - 1) return [];
      if (index > 0 && path[0] === 'metadata') return [String(step)];
      if (typeof step === 'number') return [String(step + 1)];
      return [known(LABELS, `${path[index - 1] ?? ''}/${step}`) ?? known(LABELS, step) ?? step];
    })
    .join(' › ');
}

function fieldText(path: JsonPath, node: JsonNode): string {
  const [field] = path;
  if (field === 'metadata') return printJson(node, READABLE);
  switch (node.kind) {
    case 'string':
      return (field === 'state' ? known(STATES, node.text) : undefined) ?? node.text;
    case 'boolean':
      return node.text === 'true' ? changeTexts.yes : changeTexts.no;
    case 'number':
      if (field === 'own_rules') return changeTexts.yes;
      return number(Number(node.text));
    case 'null':
      return field === 'redeem_limit' ? changeTexts.noLimit : changeTexts.none;
    case 'array':
      if (node.items.every(({ kind }) => kind === 'string')) {
        return node.items.map((item) => fieldText(path, item)).join(', ');
      }
  }
  return printJson(node, READABLE);
}

const TIMES: ReadonlySet<unknown> = new Set([
  'valid_from',
  'valid_until',
  'restorable_until',
  'from',
  'until',
]);

/** Whether the text is the time of a field, which is shown in the local time zone. */
export function isTimeOfField(path: JsonPath, text: string): boolean {
  // `from` of other conditions is a percentage or a version.
  return path[0] !== 'metadata' && TIMES.has(path.at(-1)) && /^\d{4}-\d\d-\d\dT/.test(text);
}
