/** Where ClickHouse's HTTP interface is. */
export interface ClickHouseAddress {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly database: string;
}

export function isClickHouse(url: string): boolean {
  return /^clickhouses?:\/\//.test(url);
}

/**
 * Reads `clickhouse://<user>:<password>@<host>:<port>/<database>`; `clickhouses:` is with TLS. Returns undefined if it
 * is no such address.
 */
export function parseClickHouseAddress(text: string): ClickHouseAddress | undefined {
  if (!isClickHouse(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, username, password, search, hash } = new URL(text);
  if (hostname === '' || search !== '' || hash !== '' || !/^(\/[\w-]*)?$/.test(pathname)) {
    return undefined;
  }
  const isEncrypted = protocol === 'clickhouses:';
  const [scheme, usual] = isEncrypted ? ['https', '8443'] : ['http', '8123'];
  try {
    return {
      url: `${scheme}://${hostname}:${port || usual}`,
      username: decodeURIComponent(username) || 'default',
      password: decodeURIComponent(password),
      database: pathname.slice(1) || 'default',
    };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}
