import { keepItem } from '../../../lib/keep-item.ts';
import { storedObject } from '../../../lib/stored-object.ts';
import { byField, CAMPAIGN_FIELDS, campaignOf, type CampaignField } from './campaign.ts';

/** The values of earlier links for each field, newest first. */
export type UsedValues = Readonly<Record<CampaignField, readonly string[]>>;

type ValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The maximum for each field; a further value replaces the oldest. */
const MAX_VALUES = 20;
/** Longer values are not suggested. */
const MAX_LENGTH = 200;

/** The storage key of a user's values in an app; other users may sign in with the same browser. */
export function usedValuesKey(memberId: string, app: string): string {
  return `smartlink.campaign-values/${memberId}/${app}`;
}

export function readUsedValues(storage: ValueStorage, key: string): UsedValues {
  const stored = storedObject(() => storage.getItem(key));
  return byField((field) => valuesIn(stored[field]));
}

/** Stores the values of the UTM parameters of an address. Does nothing if the storage is full. */
export function keepUsedValues(storage: ValueStorage, key: string, address: string): void {
  const campaign = campaignOf(address);
  if (CAMPAIGN_FIELDS.every((field) => campaign[field] === '')) return;
  const used = readUsedValues(storage, key);
  const next = byField((field) => valuesIn([campaign[field], ...used[field]]));
  keepItem(key, JSON.stringify(next), storage);
}

function valuesIn(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  const texts = list.filter(
    (value): value is string =>
      typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH,
  );
  return [...new Set(texts)].slice(0, MAX_VALUES);
}
