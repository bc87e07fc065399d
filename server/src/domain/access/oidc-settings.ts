import { parseUrl } from '../text/uri.ts';

/** The OpenID Connect provider for sign-in. */
export interface OidcSettings {
  /** Spelled exactly as the provider spells it, with or without a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
  /** The name that users see. */
  readonly name: string;
}

/** The settings from the environment; undefined if not set. */
export interface OidcInput {
  readonly OIDC_ISSUER: string | undefined;
  readonly OIDC_CLIENT_ID: string | undefined;
  readonly OIDC_CLIENT_SECRET: string | undefined;
  readonly OIDC_NAME: string | undefined;
}

const MAX_NAME_LENGTH = 60;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Issuers that accept every Microsoft account, including those of tenants that an attacker controls. */
const MANY_TENANTS =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/;

/** Reads the address of an issuer. Throws an `Error` whose message completes "OIDC_ISSUER …". */
export function readIssuer(text: string): string {
  const url = parseUrl(text);
  const plain = url && url.username === '' && url.password === '' && !/[?#\s]/.test(text);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (!plain || !safe) {
    throw new Error(
      'must be the https address of an issuer, such as https://login.shop.example/realms/shop (http only on this machine)',
    );
  }
  if (url.pathname.includes('/.well-known/')) {
    throw new Error('must be the issuer itself, without /.well-known/ and the rest of the path');
  }
  if (MANY_TENANTS.test(url.href)) {
    throw new Error('must name your own tenant; this issuer accepts accounts of all tenants');
  }
  return text;
}

/** Whether the host of this address is the machine itself. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/** Reads a client id. Throws an `Error` whose message completes "OIDC_CLIENT_ID …". */
export function readClientId(text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new Error('must be the client id that the provider shows, without spaces');
}

/** Reads a client secret. Throws an `Error` whose message completes "OIDC_CLIENT_SECRET …". */
export function readClientSecret(text: string): string {
  // The text is a secret, so the error does not repeat it.
  if (/^[\x20-\x7e]{1,1024}$/.test(text)) return text;
  throw new Error('must be printable ASCII, at most 1024 characters');
}

/** Reads the name of the provider. Throws an `Error` whose message completes "OIDC_NAME …". */
export function readProviderName(text: string): string {
  if (text.length <= MAX_NAME_LENGTH && text.trim() === text && !/\p{C}/u.test(text)) return text;
  throw new Error(`must be a name of at most ${MAX_NAME_LENGTH} characters`);
}

/**
 * Returns the provider that the settings describe, undefined if there is none. If settings contradict each
 * other, returns the name of a setting and a message that completes "<name> …".
 */
export function oidcOf(
  input: OidcInput,
  passwordSignIn: boolean,
):
  | { readonly oidc: OidcSettings | undefined }
  | { readonly wrong: string; readonly detail: string } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = input;
  if (issuer === undefined) {
    for (const wrong of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const) {
      if (input[wrong] !== undefined) return { wrong, detail: 'is set, but OIDC_ISSUER is not' };
    }
    if (!passwordSignIn) {
      const detail = 'is off and OIDC_ISSUER is not set, so no one could sign in';
      return { wrong: 'PASSWORD_SIGN_IN', detail };
    }
    return { oidc: undefined };
  }
  if (clientId === undefined) {
    return { wrong: 'OIDC_ISSUER', detail: 'is set, but OIDC_CLIENT_ID is not' };
  }
  const name = input.OIDC_NAME ?? new URL(issuer).host;
  return { oidc: { issuer, clientId, clientSecret: input.OIDC_CLIENT_SECRET ?? '', name } };
}
