import { storeOf } from '../domain/link/app-store.ts';

/** What people call the destination of an address: a store by its name, else the host. */
export function locationOf(address: string): string | undefined {
  const store = storeOf(address);
  if (store !== undefined) return store === 'apple' ? 'App Store' : 'Google Play';
  // The parser writes hosts in ASCII, so no letter can look like another one.
  return URL.canParse(address) ? new URL(address).host || undefined : undefined;
}

/** Can a page link to this address, or name it as an image? */
export function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address);
}
