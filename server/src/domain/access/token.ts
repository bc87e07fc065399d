import { hash } from 'node:crypto';
import { PLATFORMS, type Platform } from '../app/platform.ts';

/** `server` is secret and acts for the whole app; a platform token may sit in a shipped app. */
export const TOKEN_KINDS = ['server', ...PLATFORMS] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Characters after the kind: 40 of 62 are 238 bits. */
export const TOKEN_SECRET_LENGTH = 40;
export const TOKEN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const TOKEN = new RegExp(`^sl_(${TOKEN_KINDS.join('|')})_[0-9A-Za-z]{${TOKEN_SECRET_LENGTH}}$`);

/** Who a request acts for: a token, or a member who is signed in. */
export interface Actor {
  /** `tok_…` or `mem_…`; what history and audit log name. */
  readonly id: string;
  readonly appId: string;
  /** Absent for a server token and for a member. */
  readonly platform: Platform | undefined;
}

export function formatToken(kind: TokenKind, secret: string): string {
  return `sl_${kind}_${secret}`;
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** The part of a token that can be shown: its kind and enough of the secret to distinguish two tokens. */
export function tokenPrefix(token: string): string {
  return token.slice(0, token.length - TOKEN_SECRET_LENGTH + 6);
}

/** The only form in which a token is stored. Its text is random, so one fast hash is enough. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'base64url');
}

const AUTHORIZATION = /^(?:token|bearer) +([^ ]+) *$/i;

/** The token in an `Authorization` header; undefined when there is none that could be one. */
export function tokenFromHeader(header: string | undefined): string | undefined {
  const text = header === undefined ? undefined : AUTHORIZATION.exec(header)?.[1];
  return text !== undefined && isToken(text) ? text : undefined;
}
