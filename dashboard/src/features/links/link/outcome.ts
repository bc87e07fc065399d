import type { Explanation } from '../../../api/types.ts';

export interface Outcome {
  /** Where most of them end up; undefined: nowhere. */
  readonly target: string | undefined;
  /** The other addresses of the answer, by what they are for. */
  readonly others: readonly (readonly [name: string, address: string])[];
  readonly good: boolean;
}

/** Which of the addresses of an answer is the one that counts. */
const TARGETS: Readonly<Record<Explanation['kind'], string | undefined>> = {
  redirect: 'location',
  'open-app': 'button',
  'get-app': 'button',
  probe: 'tablet',
  preview: 'web',
  'no-route': undefined,
  gone: undefined,
};

/** What a visitor comes to, by what counts most. */
export function outcomeOf({ kind, addresses }: Explanation): Outcome {
  const name = TARGETS[kind];
  const entries = Object.entries(addresses);
  return {
    target: name === undefined ? undefined : addresses[name],
    others: entries.filter(([other]) => other !== name),
    good: kind !== 'no-route' && kind !== 'gone',
  };
}
