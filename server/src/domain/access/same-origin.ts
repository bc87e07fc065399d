/** What of a request tells where it comes from. */
export interface RequestOrigin {
  readonly method: string;
  /** `Sec-Fetch-Site`, which no page can set. */
  readonly site: string | undefined;
  /** `Origin`, likewise. */
  readonly origin: string | undefined;
}

/**
 * Does a request come from a page of this service itself, or from nobody's page? Browsers say so in up to
 * two headers, and both must agree. A request without them comes from no current browser, and may only
 * read. `own` is the origin of `{base_url}`.
 */
export function isSameOrigin({ method, site, origin }: RequestOrigin, own: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  if (origin !== undefined && origin !== own) return false;
  // `none`: the person typed the address.
  if (site !== undefined) return site === 'same-origin' || (reads && site === 'none');
  return origin !== undefined || reads;
}
