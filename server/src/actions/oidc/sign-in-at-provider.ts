import type { Member } from '../../domain/access/member.ts';
import type { FailedSignIn, Identity } from '../../domain/access/oidc.ts';
import { secretDigest } from '../../domain/access/session.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  findOpenInvitation,
  listOpenJoins,
  useInvitation,
  withdrawInvitations,
  type JoinInvitation,
} from '../../storage/invitations.ts';
import {
  connectMember,
  findMemberByEmail,
  findMemberByIdentity,
  insertMember,
  updateMember,
  type FoundMember,
} from '../../storage/members.ts';
import { deleteSessions } from '../../storage/sessions.ts';
import type { Context } from '../context.ts';
import { auditAccount } from '../members/account.ts';
import { join } from '../members/join.ts';
import {
  generateMemberId,
  startSession,
  type Browser,
  type SignInResult,
} from '../sessions/start-session.ts';

/**
 * Signs in a person whom the provider has identified: the member with this identity, else the member with this
 * e-mail address, else a new member if the person is invited. The e-mail address must be verified by the
 * provider. Also accepts the open invitations to this address, and the invitation without an address whose link
 * the person opened. `linkSecret`: the secret of that link.
 */
export function signInAtProvider(
  ctx: Context,
  browser: Browser,
  identity: Identity,
  linkSecret: string | undefined,
): Promise<SignInResult | FailedSignIn> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const invitations = [
      ...(await invitationsFor(tx, identity, now)),
      ...(await invitationOfLink(tx, linkSecret, now)),
    ];
    const member = await memberOf(ctx, tx, identity, invitations);
    if ('failed' in member) return member;
    for (const invitation of invitations) {
      if (await useInvitation(tx, invitation.id, now)) await join(ctx, tx, invitation, member);
    }
    return startSession(tx, member, browser, now);
  });
}

async function invitationsFor(
  tx: Transaction,
  { email, verified }: Identity,
  now: number,
): Promise<readonly JoinInvitation[]> {
  return verified && email !== undefined ? listOpenJoins(tx, email, now) : [];
}

/** An invitation to an e-mail address is only for the owner of that address, even if someone else has its link. */
async function invitationOfLink(
  tx: Transaction,
  secret: string | undefined,
  now: number,
): Promise<readonly JoinInvitation[]> {
  if (secret === undefined) return [];
  const found = await findOpenInvitation(tx, secretDigest(secret), now);
  return found?.kind === 'join' && found.email === null ? [found] : [];
}

async function memberOf(
  ctx: Context,
  tx: Transaction,
  identity: Identity,
  invitations: readonly JoinInvitation[],
): Promise<Member | FailedSignIn> {
  const { issuer, subject, email, verified, name } = identity;
  // The identity decides before the address, because an address can later belong to someone else.
  const connected = await findMemberByIdentity(tx, issuer, subject);
  if (connected) return connected;
  if (email === undefined) return { failed: 'no_email' };
  if (!verified) return { failed: 'email_not_verified' };
  const known = await findMemberByEmail(tx, email);
  // The account is connected to another identity, which had this address earlier.
  if (known?.oidcIssuer === issuer) return { failed: 'linked_to_another' };
  if (known) return connect(ctx, tx, known, identity);
  if (invitations.length === 0) return { failed: 'not_invited' };
  const member = { id: generateMemberId(), email, name };
  await insertMember(tx, { ...member, password: null }, ctx.now());
  await connectMember(tx, member.id, identity);
  return member;
}

/**
 * Connects an account to the provider, which has verified the owner of the e-mail address. Before that, anyone
 * with an invitation to the address could choose the password. So the password, the sessions and the links to
 * choose a password are removed. The name becomes that of the provider. Memberships stay. Each app of the member
 * gets an audit entry.
 */
async function connect(
  ctx: Context,
  tx: Transaction,
  member: FoundMember,
  identity: Identity,
): Promise<Member> {
  const now = ctx.now();
  const connected = { ...member, name: identity.name || member.name, password: null };
  await connectMember(tx, member.id, identity);
  await updateMember(tx, connected);
  await deleteSessions(tx, member.id);
  await withdrawInvitations(tx, member.email, null, now);
  const removed = member.password === null ? {} : { password_removed: true };
  const after = { issuer: identity.issuer, ...removed };
  await auditAccount(tx, member.id, member.id, now, { action: 'connect', after });
  return connected;
}
