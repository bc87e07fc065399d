import { parseUrl } from '../text/uri.ts';

/** The OpenID Connect provider at which people can sign in. */
export interface OidcSettings {
  /** As the provider writes it itself, with or without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  /** Empty: a public client, which has none. */
  readonly clientSecret: string;
  /** What people call it. */
  readonly name: string;
}

/** The settings as they were set; undefined: not set. */
export interface OidcInput {
  readonly OIDC_ISSUER: string | undefined;
  readonly OIDC_CLIENT_ID: string | undefined;
  readonly OIDC_CLIENT_SECRET: string | undefined;
  readonly OIDC_NAME: string | undefined;
}

const MAX_NAME_LENGTH = 60;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** These accept every Microsoft account, including accounts of tenants that an attacker controls. */
const MANY_TENANTS =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/;

/** Reads the address of an issuer; throws the rest of a sentence that begins with the variable. */
export function readIssuer(text: string): string | undefined {
  if (text === '') return undefined;
  const url = parseUrl(text);
  const plain = url && url.username === '' && url.password === '' && !/[?#\s]/.test(text);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (!plain || !safe) {
    throw new Error(
      'must be the https address of an issuer, such as https://login.shop.example/realms/shop (http only on this machine)',
    );
  }
  if (url.pathname.includes('/.well-known/')) {
    throw new Error('must be the issuer itself, without /.well-known/ and what follows');
  }
  if (MANY_TENANTS.test(url.href)) {
    throw new Error('must name your own tenant: this one vouches for the e-mail addresses of all');
  }
  return text;
}

/** Is this address one of the machine itself? */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

export function readClientId(text: string): string | undefined {
  if (text === '') return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new Error('must be the id of the client as the provider shows it, without spaces');
}

export function readClientSecret(text: string): string | undefined {
  if (text === '') return undefined;
  // The text is a secret, so it is not repeated.
  if (/^[\x20-\x7e]{1,1024}$/.test(text)) return text;
  throw new Error('must be printable ASCII, 1024 characters at the most');
}

export function readProviderName(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length <= MAX_NAME_LENGTH && text.trim() === text && !/\p{C}/u.test(text)) return text;
  throw new Error(`must be a short name, ${MAX_NAME_LENGTH} characters at the most`);
}

/**
 * The provider that the settings name; undefined: there is none. What does not go together comes back as
 * the variable that is wrong and the rest of a sentence which begins with it.
 */
export function oidcOf(
  wishes: OidcInput,
  passwordSignIn: boolean,
):
  | { readonly oidc: OidcSettings | undefined }
  | { readonly wrong: string; readonly detail: string } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = wishes;
  if (issuer === undefined) {
    for (const wrong of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const) {
      if (wishes[wrong] !== undefined) return { wrong, detail: 'is set, but OIDC_ISSUER is not' };
    }
    if (!passwordSignIn) {
      const detail = 'is off and OIDC_ISSUER is not set, so nobody could sign in';
      return { wrong: 'PASSWORD_SIGN_IN', detail };
    }
    return { oidc: undefined };
  }
  if (clientId === undefined) {
    return { wrong: 'OIDC_ISSUER', detail: 'is set, but OIDC_CLIENT_ID is not' };
  }
  const name = wishes.OIDC_NAME ?? new URL(issuer).host;
  return { oidc: { issuer, clientId, clientSecret: wishes.OIDC_CLIENT_SECRET ?? '', name } };
}
