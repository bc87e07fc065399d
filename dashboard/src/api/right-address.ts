interface PageAddress {
  /** The address of the page. */
  readonly href: string;
  /** The address that all pages of the dashboard begin with, as the browser sees it. */
  readonly base: string;
}

/**
 * The address of the same page below `BASE_URL`, if the page is open at another host. There, the service refuses to sign
 * anyone in. Undefined: the page is at the right address, or `serviceUrl` is no web address.
 */
export function rightAddress(
  { href, base }: PageAddress,
  serviceUrl: string | undefined,
): string | undefined {
  if (serviceUrl === undefined || !URL.canParse(serviceUrl)) return undefined;
  const { protocol, origin, pathname } = new URL(serviceUrl);
  if (!/^https?:$/.test(protocol) || origin === new URL(href).origin) return undefined;
  const rest = href.startsWith(base) ? href.slice(base.length) : '';
  return `${origin}${pathname.replace(/\/$/, '')}/dashboard/${rest}`;
}
