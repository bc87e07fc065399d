/** Schemes that only open an app store. */
export const STORE_SCHEMES: readonly string[] = ['itms-apps', 'market'];

const APPLE = /^(?:itms-apps:|https?:\/\/(?:apps|itunes)\.apple\.com\/)/i;
const PLAY = /^(?:market:|https?:\/\/play\.google\.com\/)/i;

/** Returns the app store that this address leads to. */
export function storeOf(address: string): 'apple' | 'play' | undefined {
  if (APPLE.test(address)) return 'apple';
  return PLAY.test(address) ? 'play' : undefined;
}

/** Whether this is the address of an app in an app store. */
export function isStore(address: string): boolean {
  return storeOf(address) !== undefined;
}

/** Returns the App Store id in the address of an app's page. */
export function appleStoreId(address: string): string | undefined {
  if (!APPLE.test(address)) return undefined;
  return /\/id(\d{1,20})(?:[/?#]|$)/.exec(address)?.[1];
}

/** Returns the Google Play package in the address of an app's page. */
export function playPackage(address: string): string | undefined {
  if (!PLAY.test(address)) return undefined;
  return /[?&]id=([A-Za-z][\w.]{0,254})(?:[&#]|$)/.exec(address)?.[1];
}
