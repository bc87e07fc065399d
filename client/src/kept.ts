import type { CheckedOptions } from './checked-options.ts';
import { createItems } from './items.ts';

/** A JSON value in the storage, which the client can do without. */
export interface Kept {
  /** An empty list if there is no such value; rejects if the storage fails. */
  readonly load: () => Promise<unknown>;
  /** Does nothing if the storage fails. */
  readonly save: (value: unknown) => Promise<void>;
  /** The same with a value that depends on the stored one, which another tab can have changed; `[]` if that is invalid. */
  readonly update: (change: (stored: unknown) => unknown) => Promise<void>;
}

/** `name` has a slash before a letter, which the key of a redemption has not. */
export function keptValue(options: CheckedOptions, name: string): Kept {
  const key = options.storagePrefix + name;
  const { stored, alone } = createItems(options, key);
  const load = async (): Promise<unknown> => JSON.parse((await stored('getItem', key)) || '[]');
  const save = (value: unknown): Promise<void> =>
    // Otherwise it is missing after the next start.
    stored('setItem', key, JSON.stringify(value)).catch(() => undefined);
  return {
    load,
    save,
    update: (change) => alone(async () => save(change(await load().catch(() => [])))),
  };
}
