import type { CheckedOptions } from './checked-options.ts';

/** A JSON value in the storage, which the client can do without. */
export interface Kept {
  /** An empty list if there is no such value; rejects if there is no storage. */
  readonly load: () => Promise<unknown>;
  /** Does nothing if there is no storage, or if it fails. */
  readonly save: (value: unknown) => Promise<void>;
}

/** `name` has a slash and a code has none, so it is not the key of a redemption. */
export function keptValue(options: CheckedOptions, name: string): Kept {
  const { storage: given } = options;
  const key = options.storagePrefix + name;
  const storage = () => (typeof given === 'function' ? given() : given!);
  return {
    load: async () => JSON.parse((await storage().getItem(key)) || '[]'),
    save: async (value) => {
      try {
        await storage().setItem(key, JSON.stringify(value));
      } catch {
        // Missing after the next start.
      }
    },
  };
}
