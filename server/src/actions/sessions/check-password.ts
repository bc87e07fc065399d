import { emailFault } from '../../domain/member.ts';
import { networkOf } from '../../domain/network.ts';
import { fail } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { findMember, findMemberByEmail, type StoredMember } from '../../storage/members.ts';
import { listAddresses } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';
import type { Delays } from './delays.ts';
import type { Passwords } from './passwords.ts';

/** What stands between a password and a session; one of each in a process. */
export interface Door {
  readonly passwords: Passwords;
  readonly delays: Delays;
  /** False: the operator wants nobody to come in by password. */
  readonly passwordSignIn: boolean;
}

export interface Credentials {
  /** As it is stored. */
  readonly email: string;
  readonly password: string;
  /** The IP address that they come from. */
  readonly address: string;
}

/** Fails with `password_sign_in_off`. */
export function insistOnPasswordSignIn({ passwordSignIn }: Pick<Door, 'passwordSignIn'>): void {
  if (passwordSignIn) return;
  fail('password_sign_in_off', 'Signing in by password is switched off here.');
}

/**
 * The member whose e-mail address and password these are. Unknown and wrong are not to be told apart,
 * neither by words nor by time. Fails with `wrong_credentials`, `too_many_attempts`, `overloaded`.
 */
export async function checkPassword(
  ctx: Context,
  { passwords, delays }: Door,
  { email, password, address }: Credentials,
): Promise<StoredMember> {
  // An address that nobody could have may have what a store does not take.
  const possible = emailFault(email) === undefined;
  const member = possible ? await findMemberByEmail(ctx.db, email) : undefined;
  // Asked for nobody too, which takes as long.
  const known = await listAddresses(ctx.db, member?.id ?? '');
  const network = networkOf(address);
  const familiar = known.some((one) => networkOf(one) === network);
  const attempt = { email, network, familiar };
  delays.begin(attempt);
  const right = await passwords.verify(member?.password, password).catch((error: unknown) => {
    delays.undo(attempt);
    throw error;
  });
  if (!right || !member) wrongCredentials();
  delays.succeeded(attempt);
  return member;
}

/**
 * Insists that the password which was checked is still that of the member: it may have been changed while
 * others stood in front of it, and then it lets nobody in. Fails with `wrong_credentials`.
 */
export async function insistOnSamePassword(
  tx: Reader,
  { id, password }: StoredMember,
): Promise<void> {
  if ((await findMember(tx, id))?.password !== password) wrongCredentials();
}

function wrongCredentials(): never {
  fail('wrong_credentials', 'There is no account with this e-mail address and password.');
}
