import { useApp, useMe } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import { keepUsedValues, readUsedValues, usedValuesKey, type UsedValues } from './used-values.ts';

interface UsedValuesHere {
  readonly read: () => UsedValues;
  /** Keeps the values of a link that was saved. */
  readonly keepOf: (link: Link) => void;
}

/** The UTM values that this user has used before in this app, in this browser. */
export function useUsedValues(): UsedValuesHere {
  const key = usedValuesKey(useMe().member.member_id, useApp());
  return {
    read: () => readUsedValues(localStorage, key),
    keepOf: ({ uri, routes }) => {
      for (const address of [uri, routes.web?.link ?? '']) {
        keepUsedValues(localStorage, key, address);
      }
    },
  };
}
