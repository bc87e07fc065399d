/**
 * Stores text by key. You can pass `localStorage` and React Native's `AsyncStorage`. Methods can return
 * values or promises; a call that throws or rejects becomes a `StorageError`.
 */
export interface SmartlinkStorage {
  /** Returns the text of `key`, or `null`. */
  getItem(key: string): string | null | Promise<string | null>;
  /** Stores `value`. It must be durable when the method returns, or when its promise is fulfilled. */
  setItem(key: string, value: string): void | Promise<void>;
  /** Removes `key`. A missing key is not an error. */
  removeItem(key: string): void | Promise<void>;
}

/**
 * The default storage, in memory: it suffices for retries, but not for restarts.
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
