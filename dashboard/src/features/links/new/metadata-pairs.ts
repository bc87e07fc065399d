import { parseJson } from '../../../lib/json-parse.ts';
import { isJsonNumber } from '../../../lib/json-number.ts';

/** A key of metadata with a text or a number, as it is typed. */
export interface Pair {
  readonly key: string;
  readonly kind: 'text' | 'number';
  readonly value: string;
}

export const EMPTY_PAIR: Pair = { key: '', kind: 'text', value: '' };

/** The pairs of a JSON text; undefined: it has other values, or is not valid. */
export function pairsOf(text: string): readonly Pair[] | undefined {
  if (text.trim() === '') return [];
  const parsed = parseJson(text);
  if (!('node' in parsed) || parsed.node.kind !== 'object') return undefined;
  const pairs = parsed.node.members.flatMap(({ key, value }): Pair[] =>
    value.kind === 'string' || value.kind === 'number'
      ? [{ key, kind: value.kind === 'string' ? 'text' : 'number', value: value.text }]
      : [],
  );
  return pairs.length === parsed.node.members.length ? pairs : undefined;
}

/**
 * The JSON text of the pairs; empty: there are none. Empty pairs are left out. Without a key, or with what is not a number,
 * the text is not valid JSON, so that it cannot be sent.
 */
export function textOf(pairs: readonly Pair[]): string {
  const members = pairs
    .filter((pair) => !isEmpty(pair))
    .map(({ key, kind, value }) => {
      const source =
        kind === 'text' ? JSON.stringify(value) : isJsonNumber(value) ? value.trim() : '';
      return `  ${key === '' ? '' : JSON.stringify(key)}: ${source}`;
    });
  return members.length === 0 ? '' : `{\n${members.join(',\n')}\n}`;
}

export function isEmpty({ key, value }: Pair): boolean {
  return key === '' && value === '';
}

interface PairIssues {
  readonly key?: 'missing' | 'duplicate';
  readonly value?: 'number';
}

/** What prevents sending the pair at `index`. */
export function pairIssues(pairs: readonly Pair[], index: number): PairIssues {
  const pair = pairs[index];
  if (pair === undefined || isEmpty(pair)) return {};
  const isDuplicate = pairs
    .slice(0, index)
    .some((other) => !isEmpty(other) && other.key === pair.key);
  const key = pair.key === '' ? 'missing' : isDuplicate ? 'duplicate' : undefined;
  return {
    ...(key && { key }),
    ...(pair.kind === 'number' && !isJsonNumber(pair.value) && { value: 'number' as const }),
  };
}
