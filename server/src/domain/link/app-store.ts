/** Schemes that only open an app store. */
export const STORE_SCHEMES: readonly string[] = ['itms-apps', 'market'];

const STORE = new RegExp(
  `^(?:(?:${STORE_SCHEMES.join('|')}):|https?://(?:apps\\.apple\\.com|itunes\\.apple\\.com|play\\.google\\.com)/)`,
  'i',
);

/** Whether this is the address of an app in an app store. */
export function isStore(address: string): boolean {
  return STORE.test(address);
}

/** Returns the App Store id in the address of an app's page. */
export function appleStoreId(address: string): string | undefined {
  if (!/^(?:itms-apps:|https?:\/\/(?:apps|itunes)\.apple\.com\/)/i.test(address)) return undefined;
  return /\/id(\d{1,20})(?:[/?#]|$)/.exec(address)?.[1];
}

/** Returns the Google Play package in the address of an app's page. */
export function playPackage(address: string): string | undefined {
  if (!/^(?:market:|https?:\/\/play\.google\.com\/)/i.test(address)) return undefined;
  return /[?&]id=([A-Za-z][\w.]{0,254})(?:[&#]|$)/.exec(address)?.[1];
}
