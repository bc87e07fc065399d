import { PLATFORMS, type Platform } from '../app/platform.ts';
import { SECRET_LENGTH } from './session.ts';

/**
 * `server` is secret and acts for the whole app; platform tokens are public and can be part of a released
 * app.
 */
export const TOKEN_KINDS = ['server', ...PLATFORMS] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const TOKEN = new RegExp(`^sl_(${TOKEN_KINDS.join('|')})_[0-9A-Za-z]{${SECRET_LENGTH}}$`);

/** On whose behalf a request acts: a token or a signed-in member. */
export interface Actor {
  /** `tok_…` or `mem_…`, as in history and audit log. */
  readonly id: string;
  readonly appId: string;
  /** Undefined for a server token and for a member. */
  readonly platform: Platform | undefined;
}

export function formatToken(kind: TokenKind, secret: string): string {
  return `sl_${kind}_${secret}`;
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The displayable part of a token: its kind and enough of the secret to tell two tokens apart. */
export function tokenPrefix(token: string): string {
  return token.slice(0, token.length - SECRET_LENGTH + 6);
}

const AUTHORIZATION = /^(?:token|bearer) +([^ ]+) *$/i;

/** Returns the token in an `Authorization` header; undefined if it contains none. */
export function tokenFromHeader(header: string | undefined): string | undefined {
  const text = header === undefined ? undefined : AUTHORIZATION.exec(header)?.[1];
  return text !== undefined && isToken(text) ? text : undefined;
}
