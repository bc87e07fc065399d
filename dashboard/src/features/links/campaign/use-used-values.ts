import { useApp, useMe } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import { keepUsedValues, readUsedValues, usedValuesKey } from './used-values.ts';

/** The UTM values that this user has used before in this app, in this browser. */
export function useUsedValues() {
  const key = usedValuesKey(useMe().member.member_id, useApp());
  return {
    read: () => readUsedValues(localStorage, key),
    /** Keeps the values of a link that was saved. */
    keepOf: ({ uri, routes }: Link): void => {
      for (const address of [uri, routes.web?.link ?? '']) {
        keepUsedValues(localStorage, key, address);
      }
    },
  };
}
