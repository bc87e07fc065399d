const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|)$/;

/** The host of an address; the query parameter has precedence as in the driver, which takes `PGHOST` if there is none. */
export function hostOf({ searchParams, hostname }: URL): string {
  return searchParams.get('host') || hostname || process.env.PGHOST || '';
}

/** A server on another machine needs a valid certificate, unless the address says otherwise. */
export function withVerifiedTls(url: string): string {
  const parsed = new URL(url);
  const mode = parsed.searchParams.get('sslmode') ?? '';
  const host = hostOf(parsed);
  if (mode === '' && (host.startsWith('/') || LOCAL.test(host))) return url;
  const libpq = mode !== '' && parsed.searchParams.has('uselibpqcompat');
  if (libpq || mode === 'disable' || mode === 'no-verify') return url;
  // The driver treats all other modes as this one today; later versions will not.
  parsed.searchParams.set('sslmode', 'verify-full');
  return parsed.href;
}
