import type { Explanation } from '../../../api/types.ts';

interface Outcome {
  /** The main address; undefined: none. */
  readonly target: string | undefined;
  /** The other addresses, by purpose. */
  readonly others: readonly (readonly [name: string, address: string])[];
  readonly good: boolean;
}

/** The name of the main address for each result that has one. */
const TARGETS: Readonly<Partial<Record<Explanation['kind'], string>>> = {
  redirect: 'location',
  'open-app': 'button',
  'get-app': 'button',
  probe: 'tablet',
  preview: 'web',
};

const BAD: ReadonlySet<Explanation['kind']> = new Set([
  'no-route',
  'not-found',
  'gone',
  'early',
  'expired',
]);

/** The result of a visit with its main address. */
export function outcomeOf({ kind, addresses }: Explanation): Outcome {
  const name = TARGETS[kind];
  const entries = Object.entries(addresses);
  return {
    target: name === undefined ? undefined : addresses[name],
    others: entries.filter(([other]) => other !== name),
    good: !BAD.has(kind),
  };
}
