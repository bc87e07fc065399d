/** What people call the destination of an address: a store by its name, else the host. */
export function locationOf(address: string): string | undefined {
  if (/^(?:itms-apps:|https?:\/\/(?:apps|itunes)\.apple\.com\/)/i.test(address)) return 'App Store';
  if (/^(?:market:|https?:\/\/play\.google\.com\/)/i.test(address)) return 'Google Play';
  // The parser writes hosts in ASCII, so no letter can look like another one.
  return URL.canParse(address) ? new URL(address).host || undefined : undefined;
}

/** Can a page link to this address, or name it as an image? */
export function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address);
}
