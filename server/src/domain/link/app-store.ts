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

/** The id of an app in the App Store, out of the address of its page. */
export function appleStoreId(address: string): string | undefined {
  if (!/^(?:itms-apps:|https?:\/\/(?:apps|itunes)\.apple\.com\/)/i.test(address)) return undefined;
  return /\/id(\d{1,20})(?:[/?#]|$)/.exec(address)?.[1];
}

/** The package of an app in Google Play, out of the address of its page. */
export function playPackage(address: string): string | undefined {
  if (!/^(?:market:|https?:\/\/play\.google\.com\/)/i.test(address)) return undefined;
  return /[?&]id=([A-Za-z][\w.]{0,254})(?:[&#]|$)/.exec(address)?.[1];
}
