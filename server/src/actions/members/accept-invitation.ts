import type { Member } from '../../domain/access/member.ts';
import type { Acceptance } from '../../domain/access/sign-in-request.ts';
import { fail, refuse } from '../../problem.ts';
import { findApp } from '../../storage/apps.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  useInvitation,
  withdrawInvitations,
  type Invitation,
  type PasswordInvitation,
} from '../../storage/invitations.ts';
import { findMemberByEmail, insertMember, updateMember } from '../../storage/members.ts';
import { listMemberApps } from '../../storage/memberships.ts';
import { deleteSessions } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';
import {
  assertPasswordSignIn,
  assertSamePassword,
  tryPassword,
  type SignInGuard,
} from '../sessions/check-password.ts';

import { newPasswordIssue, type AccountWords } from '../sessions/new-password.ts';

import {
  generateMemberId,
  startSession,
  type Browser,
  type SignInResult,
} from '../sessions/start-session.ts';
import { invitationOver, openInvitation } from './find-invitation.ts';
import { join } from './join.ts';

/**
 * Accepts an invitation and signs its user in: with the account of the e-mail address if the password is
 * correct, or with a new account. The response does not disclose whether there is an account: a password that
 * is not that of the account is first checked as a new one.
 * @throws `invitation_over`, `validation_failed`, `wrong_credentials`, `too_many_attempts`, `overloaded`,
 * `password_sign_in_off`
 */
export async function acceptInvitation(
  ctx: Context,
  signInGuard: SignInGuard,
  browser: Browser,
  acceptance: Acceptance,
): Promise<SignInResult> {
  assertPasswordSignIn(signInGuard);
  const invitation = await openInvitation(ctx, acceptance.invitation);
  const email = emailOf(invitation, acceptance);
  if (invitation.kind === 'password') {
    await assertGoodPassword(acceptance.password, await accountWordsOf(ctx, email));
    const password = await signInGuard.passwords.hash(acceptance.password);
    return acceptAndSignIn(ctx, browser, invitation, (tx) =>
      newPassword(ctx, tx, invitation, password),
    );
  }
  const checked = await tryPassword(
    ctx,
    signInGuard,
    { email, password: acceptance.password },
    browser,
  );
  const { member } = checked;
  if (member) {
    return acceptAndSignIn(ctx, browser, invitation, async (tx) => {
      await assertSamePassword(tx, member);
      return member;
    });
  }
  if (acceptance.existingAccount) checked.refuse();
  const name = acceptance.name ?? '';
  const app = await findApp(ctx.db, invitation.appId);
  await assertGoodPassword(acceptance.password, { email, name, apps: app ? [app.name] : [] });
  if (checked.hasAccount) checked.refuse();
  checked.discard();
  const password = await signInGuard.passwords.hash(acceptance.password);
  return acceptAndSignIn(ctx, browser, invitation, (tx) =>
    addMember(ctx, tx, { email, name, password }),
  );
}

async function assertGoodPassword(password: string, words: AccountWords): Promise<void> {
  const detail = await newPasswordIssue(password, words);
  if (detail !== undefined) refuse([{ pointer: '/password', detail }]);
}

async function accountWordsOf(ctx: Context, email: string): Promise<AccountWords> {
  const member = await findMemberByEmail(ctx.db, email);
  if (!member) return invitationOver();
  const apps = await listMemberApps(ctx.db, member.id);
  return { email, name: member.name, apps: apps.map(({ name }) => name) };
}

function emailOf({ email: invited }: Invitation, { email: sent }: Acceptance): string {
  if (invited !== null && sent !== undefined && sent !== invited) {
    refuse([{ pointer: '/email', detail: `must be ${invited}, the address of the invitation` }]);
  }
  const email = invited ?? sent;
  if (email === undefined) refuse([{ pointer: '/email', detail: 'is required' }]);
  return email;
}

/** In one transaction: if an invitation is used twice at once, the second use changes nothing. */
function acceptAndSignIn(
  ctx: Context,
  browser: Browser,
  invitation: Invitation,
  memberFor: (tx: Transaction) => Promise<Member>,
): Promise<SignInResult> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    if (!(await useInvitation(tx, invitation.id, now))) invitationOver();
    const member = await memberFor(tx);
    if (invitation.kind === 'join') await join(ctx, tx, invitation, member);
    return startSession(tx, member, browser, now);
  });
}

async function addMember(
  ctx: Context,
  tx: Transaction,
  person: { readonly email: string; readonly name: string; readonly password: string },
): Promise<Member> {
  if (await findMemberByEmail(tx, person.email)) {
    fail('wrong_credentials', 'An account for this e-mail address was created at the same time.');
  }
  const member = { id: generateMemberId(), ...person };
  await insertMember(tx, member, ctx.now());
  return member;
}

/** Ends all sessions and removes known networks, because another person may have known the old password. */
async function newPassword(
  ctx: Context,
  tx: Transaction,
  { email }: PasswordInvitation,
  password: string,
): Promise<Member> {
  const member = await findMemberByEmail(tx, email);
  if (!member) return invitationOver();
  const now = ctx.now();
  await updateMember(tx, { ...member, password });
  await deleteSessions(tx, member.id);
  await withdrawInvitations(tx, email, null, now);
  return member;
}
