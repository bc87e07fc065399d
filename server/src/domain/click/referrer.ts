import { label } from './label.ts';

const MAX_LENGTH = 2048;
const MAX_HOST_LENGTH = 253;

/**
 * Returns the host of a `Referer` header in lower case, without "www."; '' without one. Android apps send
 * `android-app://` and their package, which is returned as it is.
 */
export function referrerHost(header: string | undefined): string {
  if (header === undefined || header.length > MAX_LENGTH || !URL.canParse(header)) return '';
  const { protocol, hostname } = new URL(header);
  if (!/^(?:https?|android-app):$/.test(protocol)) return '';
  const host = hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return host.length > MAX_HOST_LENGTH ? '' : label(host, MAX_HOST_LENGTH);
}
