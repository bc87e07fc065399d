import { emailIssue } from '../../domain/access/member.ts';
import { networkOf, siteOf } from '../../domain/access/network.ts';
import { fail } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { findMember, findMemberByEmail, type StoredMember } from '../../storage/members.ts';
import { listAddresses } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';
import { tooManyAttempts, type SignInDelays } from './delays.ts';
import type { Passwords } from './passwords.ts';
import type { SignInLog } from './sign-in-log.ts';
import type { Browser } from './start-session.ts';

/** What protects passwords against guessing; one instance per process. */
export interface SignInGuard {
  readonly passwords: Passwords;
  readonly delays: SignInDelays;
  readonly log: SignInLog;
  /** False if the operator has turned off sign-in by password. */
  readonly passwordSignIn: boolean;
}

export interface Credentials {
  /** In its stored form. */
  readonly email: string;
  readonly password: string;
}

/** The result of comparing a password with that of the account, if there is one. */
export interface Checked {
  /** The member with this password; undefined if it is wrong or there is no account. */
  readonly member: StoredMember | undefined;
  /** Whether there is an account. Disclose this only to the owner of the address. */
  readonly hasAccount: boolean;
  /** Discards the attempt: it was not a sign-in, so it does not count as failed. */
  readonly discard: () => void;
  /** Fails with `wrong_credentials`, and writes that to the log. */
  readonly refuse: () => never;
}

/**
 * Checks that sign-in by password is on.
 * @throws `password_sign_in_off`
 */
export function assertPasswordSignIn({
  passwordSignIn,
}: Pick<SignInGuard, 'passwordSignIn'>): void {
  if (passwordSignIn) return;
  fail('password_sign_in_off', 'Password sign-in is disabled on this service.');
}

/**
 * Returns the member with this e-mail address and password. An unknown address and a wrong password get the
 * same response after the same time.
 * @throws `wrong_credentials`, `too_many_attempts`, `overloaded`
 */
export async function checkPassword(
  ctx: Context,
  signInGuard: SignInGuard,
  credentials: Credentials,
  browser: Browser,
): Promise<StoredMember> {
  const checked = await tryPassword(ctx, signInGuard, credentials, browser);
  return checked.member ?? checked.refuse();
}

/**
 * Like `checkPassword`, for callers that continue with a wrong password. Throws `too_many_attempts`,
 * `overloaded`.
 */
export async function tryPassword(
  ctx: Context,
  { passwords, delays, log }: SignInGuard,
  { email, password }: Credentials,
  { address, shared }: Browser,
): Promise<Checked> {
  // An invalid address can contain characters that the database rejects.
  const possible = emailIssue(email) === undefined;
  const member = possible ? await findMemberByEmail(ctx.db, email) : undefined;
  // Also without an account, so that it takes the same time.
  const known = await listAddresses(ctx.db, member?.id ?? '');
  const network = networkOf(address);
  const isKnownNetwork = !shared && known.some((one) => networkOf(one) === network);
  const failed = { network, memberId: member?.id, email };
  const attempt = await onError(
    () => delays.begin({ email, network, site: siteOf(address) }),
    () => log.refused(failed),
  );
  const maySignIn = attempt.wait === 0 || isKnownNetwork;
  const isCorrect = await onError(
    () => passwords.verify(maySignIn ? member?.password : undefined, password),
    () => attempt.undo(),
  );
  if (isCorrect) delays.succeeded(attempt);
  else if (attempt.wait > 0) {
    log.refused(failed);
    tooManyAttempts(attempt.wait);
  }
  return {
    member: isCorrect ? member : undefined,
    hasAccount: member !== undefined,
    discard: () => attempt.undo(),
    refuse: () => {
      log.wrong(failed);
      wrongCredentials();
    },
  };
}

/** Runs `work`; if it throws, runs `failed` first. */
async function onError<T>(work: () => T | Promise<T>, failed: () => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    failed();
    throw error;
  }
}

/**
 * Checks in the transaction that the member still has this password, because it may have changed since it was
 * compared.
 * @throws `wrong_credentials`
 */
export async function assertSamePassword(
  tx: Reader,
  { id, password }: StoredMember,
): Promise<void> {
  if ((await findMember(tx, id))?.password !== password) wrongCredentials();
}

function wrongCredentials(): never {
  fail('wrong_credentials', 'There is no account with this e-mail address and password.');
}
