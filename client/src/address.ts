/** Values by name, without a prototype: a name may be called `__proto__`. */
export type Values = Readonly<Record<string, string>>;

export interface Address {
  /** Is it http(s)? */
  readonly web: boolean;
  /** Host and port of a web address, in lower case and without the usual port; else empty. */
  readonly host: string;
  /** Of a web address the path behind its host; else everything behind `scheme://`. */
  readonly path: string;
  readonly query: Values;
  /** The code of the smart link that stands in the query, under `smartlink`. */
  readonly smartlink: string | null;
}

const CODE = /^[0-9A-Za-z]{4,32}$/;

/** Takes any text apart. React Native's `URL` cannot be relied on, so this is done by hand. */
export function parseAddress(url: string): Address {
  // Each part matches in one way only, so that the time grows with the length of the text.
  const [, scheme, rest = '', search = ''] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^?#]*)\??([^#]*)/i.exec(url)!;
  const web = /^https?$/i.test(scheme || '');
  const host = web ? rest.replace(/\/[^]*/, '') : '';
  const query = queryOf(search);
  const code = codeOf(query.smartlink || '');
  delete query.smartlink;
  return {
    web,
    host: host.toLowerCase().replace(/:(?:80|443)$/, ''),
    path: rest.slice(host.length),
    query,
    smartlink: CODE.test(code) ? code : null,
  };
}

function queryOf(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const pair of search.replace(/\+/g, ' ').split('&')) {
    const at = (pair + '=').indexOf('=');
    const name = decoded(pair.slice(0, at));
    if (pair && !(name in query)) query[name] = decoded(pair.slice(at + 1));
  }
  return query;
}

/**
 * The code in a code or an address: its last segment. Equal codes are the same link, however it was
 * written.
 *
 * @example One name for a link
 * ```ts
 * import { codeOf } from '@smartlink/client';
 *
 * console.log(codeOf('https://go.shop.example/H7kTq2Rb?from=mail')); // H7kTq2Rb
 * ```
 */
export function codeOf(smartlink: string): string {
  const segments = smartlink.replace(/[?#][^]*/, '').split('/');
  return segments.filter(Boolean).pop() || '';
}

/** Text without its percent escapes; as it is where they are broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Less one leading slash. */
export function withoutSlash(path: string): string {
  return path.replace(/^\//, '');
}

/** The code of a web address that is a smart link below one of `links`. */
export function publishedCode(links: readonly Address[], { web, host, path }: Address) {
  for (const link of links) {
    const base = link.path.replace(/\/*$/, '/');
    if (web && host === link.host && path.startsWith(base)) {
      const code = path.slice(base.length).replace(/\/$/, '');
      if (CODE.test(code)) return code;
    }
  }
  return undefined;
}
