/** The headers of a request that describe its origin. */
export interface RequestOrigin {
  readonly method: string;
  /** `Sec-Fetch-Site`, which scripts cannot set. */
  readonly site: string | undefined;
  /** `Origin`, which scripts cannot set. */
  readonly origin: string | undefined;
}

/**
 * Whether a request comes from a page of this service or from no page. Browsers send up to two headers
 * about this, and both must agree. A request without them does not come from a current browser and can
 * only read. `own` is the origin of `{base_url}`.
 */
export function isSameOrigin({ method, site, origin }: RequestOrigin, own: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  if (origin !== undefined && origin !== own) return false;
  // `none`: the user typed the address.
  if (site !== undefined) return site === 'same-origin' || (reads && site === 'none');
  return origin !== undefined || reads;
}
