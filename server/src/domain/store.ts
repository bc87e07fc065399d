/** Schemes that open an app store and nothing else. */
export const STORE_SCHEMES: readonly string[] = ['itms-apps', 'market'];

const STORE = new RegExp(
  `^(?:(?:${STORE_SCHEMES.join('|')}):|https?://(?:apps\\.apple\\.com|itunes\\.apple\\.com|play\\.google\\.com)/)`,
  'i',
);

/** Is this the page of an app in a store? */
export function isStore(address: string): boolean {
  return STORE.test(address);
}
