/**
 * Values by name; `undefined` for every other name. The object has no prototype, because a name can be
 * `__proto__`.
 */
export type Values = Readonly<Record<string, string | undefined>>;

export interface Address {
  /** Whether it is an http(s) address. */
  readonly web: boolean;
  /** Host and port of a web address, in lower case and without the default port; otherwise empty. */
  readonly host: string;
  /** The path after the host of a web address; otherwise everything after `scheme://`. */
  readonly path: string;
  readonly query: Values;
  /** The code of the smart link in the query parameter `smartlink`. */
  readonly smartlink: string | null;
}

/** Far less than the service accepts. */
const MAX_LENGTH = 999;
export const CODE = /^[0-9A-Za-z]{4,32}$/;

/** Parses any text. React Native's `URL` is unreliable, so this does not use it. */
export function parseAddress(url: string): Address {
  const [, scheme, rest = '', search = ''] = partsOf(url);
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

/** Scheme, rest and query. Each can match in only one way, so the time is linear. */
function partsOf(url: string): RegExpExecArray {
  return /^(?:([a-z][a-z\d+.-]*):\/\/)?([^?#]*)\??([^#]*)/i.exec(url)!;
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
 * Returns the code in a code or an address: the last path segment. Equal codes mean the same link, however it
 * was written.
 *
 * @example The same link, written in two ways
 * ```ts
 * import { codeOf } from '@smartlink/client';
 *
 * console.log(codeOf('https://go.shop.example/H7kTq2Rb?from=mail')); // H7kTq2Rb
 * ```
 */
export function codeOf(smartlink: string): string {
  const segments = smartlink.replace(/[?#][^]*/, '').split('/');
  return decoded(segments.filter(Boolean).pop() || '');
}

/** Returns a code with the UTM parameters of a URL, which the service counts. */
export function withCampaign(code: string, url: string): string {
  const found = url.match(/\butm_\w+=[^&#]*/g);
  return found ? `${code}?${found.join('&')}`.slice(0, MAX_LENGTH) : code;
}

/** Returns what the rules of a link depend on, as the query of a request. */
export function conditions(smartlink: string, appVersion: string): string {
  // Half a character could not be encoded.
  const query = partsOf(smartlink)[3]!
    .slice(0, MAX_LENGTH)
    .replace(/[\ud800-\udfff]/gu, '');
  return (
    appVersion + query &&
    `?app_version=${encodeURIComponent(appVersion)}&query=${encodeURIComponent(query)}`
  );
}

/** Decodes percent escapes; returns the text unchanged if they are invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes one leading slash. */
export function withoutSlash(path: string): string {
  return path.replace(/^\//, '');
}

/** Returns the code of a web address that is a smart link below one of `links`. */
export function publishedCode(links: readonly Address[], { web, host, path }: Address) {
  for (const link of links) {
    const base = link.path.replace(/\/*$/, '/');
    if (web && host === link.host && path.startsWith(base)) {
      const code = decoded(path.slice(base.length).replace(/\/$/, ''));
      if (CODE.test(code)) return code;
    }
  }
  return undefined;
}
