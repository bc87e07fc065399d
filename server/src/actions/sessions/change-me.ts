import type { MeChange } from '../../domain/access/member-request.ts';
import { fail, Problem, refuse } from '../../problem.ts';
import type { Transaction } from '../../storage/database.ts';
import { findMember, updateMember, type StoredMember } from '../../storage/members.ts';
import { withdrawInvitations } from '../../storage/invitations.ts';
import { listMemberApps } from '../../storage/memberships.ts';
import { endSessions } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';
import { auditAccount } from '../members/account.ts';
import {
  checkPassword,
  assertPasswordSignIn,
  assertSamePassword,
  type SignInGuard,
} from './check-password.ts';
import type { SignedIn } from './find-session.ts';
import { getMe, type Me } from './me.ts';
import { newPasswordIssue } from './new-password.ts';
import { startSession, type Browser, type SignInResult } from './start-session.ts';

/** The member after a change; with a new password also `secret`, for the cookie of the new session. */
export type ChangedMe = { readonly me: Me } | SignInResult;

/**
 * Changes the name or the password of the signed-in member. A new password ends all sessions and invalidates
 * links to choose a password; the browser gets a new session, and each app of the member an audit entry.
 * @throws `validation_failed`, `too_many_attempts`, `overloaded`, `password_sign_in_off`
 */
export async function changeMe(
  ctx: Context,
  signInGuard: SignInGuard,
  who: SignedIn,
  browser: Browser,
  { name, password }: MeChange,
): Promise<ChangedMe> {
  const { email, id } = who.member;
  const rename = async (tx: Transaction): Promise<StoredMember> => {
    const member = await findMember(tx, id);
    if (!member) fail('unauthorized', 'You are no longer signed in.');
    const renamed = { ...member, name: name ?? member.name };
    await updateMember(tx, renamed);
    return renamed;
  };
  if (!password) {
    return ctx.db.transaction(async (tx) => {
      await rename(tx);
      return { me: await getMe({ db: tx }, who) };
    });
  }
  assertPasswordSignIn(signInGuard);
  await assertHasPassword(ctx, id);
  // First, because this limits the attempts.
  const proven = await asFieldError(
    checkPassword(ctx, signInGuard, { email, password: password.old }, browser),
  );
  const apps = (await listMemberApps(ctx.db, id)).map((app) => app.name);
  const words = { email, name: name ?? who.member.name, apps };
  const weak = await newPasswordIssue(password.new, words);
  if (weak !== undefined) refuse([{ pointer: '/password/new', detail: weak }]);
  const hash = await signInGuard.passwords.hash(password.new);
  return ctx.db.transaction(async (tx) => {
    await asFieldError(assertSamePassword(tx, proven));
    const now = ctx.now();
    await updateMember(tx, { ...(await rename(tx)), password: hash });
    await endSessions(tx, id, now);
    await withdrawInvitations(tx, email, null, now);
    await auditAccount(tx, id, id, now, { action: 'change', after: { password_changed: true } });
    return startSession(tx, who.member, browser, now);
  });
}

/**
 * A first password cannot be set here: otherwise anyone at an unlocked computer could take over the account.
 */
async function assertHasPassword(ctx: Context, id: string): Promise<void> {
  if ((await findMember(ctx.db, id))?.password !== null) return;
  const detail =
    'cannot be changed: you have no password. The operator can create a link to choose one';
  refuse([{ pointer: '/password', detail }]);
}

/** Turns a wrong old password into an error of that field. */
async function asFieldError<T>(checked: Promise<T>): Promise<T> {
  try {
    return await checked;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'wrong_credentials') throw error;
    refuse([{ pointer: '/password/old', detail: 'is not your password' }]);
  }
}
