import type { JsonText } from '../../domain/json.ts';
import { parseMeChange } from '../../domain/member-request.ts';
import { fail, Problem, refuse } from '../../problem.ts';
import { findMember, updateMember } from '../../storage/members.ts';
import { withdrawInvitations } from '../../storage/invitations.ts';
import { endSessions } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';
import { checkPassword, insistOnPasswordSignIn, type Door } from './check-password.ts';
import type { SignedIn } from './find-session.ts';
import { meOf, type Me } from './me.ts';

/**
 * Changes the name or the password of who is signed in. A new password ends all other sessions, and
 * the links that were made to choose one. Fails with `validation_failed`, `too_many_attempts`,
 * `overloaded`, `password_sign_in_off`.
 */
export async function changeMe(
  ctx: Context,
  door: Door,
  who: SignedIn,
  address: string,
  json: JsonText,
): Promise<Me> {
  const { email, id } = who.member;
  const change = parseMeChange(json, email);
  if ('faults' in change) refuse(change.faults);
  const { name, password } = change;
  if (password) insistOnPasswordSignIn(door);
  if (password) await insistOnPassword(ctx, door, who, password.old, address);
  const hash = password && (await door.passwords.hash(password.new));
  return ctx.db.transaction(async (tx) => {
    const member = await findMember(tx, id);
    if (!member) fail('unauthorized', 'You are not signed in any more.');
    const now = ctx.now();
    await updateMember(tx, {
      ...member,
      name: name ?? member.name,
      password: hash ?? member.password,
    });
    if (hash !== undefined) {
      await endSessions(tx, id, who.sessionId, now);
      await withdrawInvitations(tx, email, null, now);
    }
    return meOf(tx, who);
  });
}

/**
 * Who sits at a browser that somebody left open does not know the password. For the same reason nobody
 * chooses a first one here: the operator makes the link that it takes.
 */
async function insistOnPassword(
  ctx: Context,
  door: Door,
  { member: { id, email } }: SignedIn,
  password: string,
  address: string,
): Promise<void> {
  if ((await findMember(ctx.db, id))?.password === null) {
    const detail = 'cannot be changed: you have none; the operator makes you a link to choose one';
    refuse([{ pointer: '/password', detail }]);
  }
  try {
    await checkPassword(ctx, door, { email, password, address });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'wrong_credentials') throw error;
    refuse([{ pointer: '/password/old', detail: 'is not your password' }]);
  }
}
