/** What people call the place that an address leads to: a store by its name, else the host. */
export function locationOf(address: string): string | undefined {
  if (/^(?:itms-apps:|https?:\/\/(?:apps|itunes)\.apple\.com\/)/i.test(address)) return 'App Store';
  if (/^(?:market:|https?:\/\/play\.google\.com\/)/i.test(address)) return 'Google Play';
  // Written in ASCII by the parser, so that no letter can pass for another.
  return URL.canParse(address) ? new URL(address).host || undefined : undefined;
}
