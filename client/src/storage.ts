/**
 * Keeps text by key. `localStorage` and React Native's `AsyncStorage` fit as they are. It may
 * answer at once or with a promise; a call that throws or rejects becomes a `StorageError`.
 */
export interface SmartlinkStorage {
  /** The text of `key`, or `null`. */
  getItem(key: string): string | null | Promise<string | null>;
  /** Keeps `value`. Must be durable when it returns, or when its promise is fulfilled. */
  setItem(key: string, value: string): void | Promise<void>;
  /** Forgets `key`. It is no error when there was nothing. */
  removeItem(key: string): void | Promise<void>;
}

/**
 * A storage that lives as long as the app. The default: enough for retries, not for restarts.
 *
 * @example One storage for two clients
 * ```ts
 * import { createClient, memoryStorage } from '@smartlink/client';
 *
 * const storage = memoryStorage();
 * const shared = { baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken', storage };
 * const [one, two] = [createClient(shared), createClient(shared)];
 *
 * const first = await one.redeem('H7kTq2Rb', { once: true });
 * const again = await two.redeem('H7kTq2Rb', { once: true });
 * console.log(again.redemptions === first.redemptions); // true
 * ```
 */
export function memoryStorage(): SmartlinkStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => (items.has(key) ? items.get(key)! : null),
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
