import type { Member } from '../../domain/member.ts';
import type { FailedSignIn, Identity } from '../../domain/oidc.ts';
import { secretDigest } from '../../domain/session.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  findOpenInvitation,
  listOpenJoins,
  takeInvitation,
  type JoinInvitation,
} from '../../storage/invitations.ts';
import {
  connectMember,
  findMemberByEmail,
  findMemberByIdentity,
  insertMember,
} from '../../storage/members.ts';
import { listMemberApps } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';
import { join } from '../members/join.ts';
import { meOf } from '../sessions/me.ts';
import type { Entered } from '../sessions/sign-in.ts';
import { drawMemberId, startSession, type Browser } from '../sessions/start-session.ts';

/**
 * Signs in whom a provider knows: the member that they were the last time; else the one with their
 * e-mail address; else somebody who was invited. Invitations for their address are used with it, and
 * the one for anybody behind the link that they came by. Only an address for which the provider vouches
 * counts. `linkSecret`: that of the link.
 */
export function signInAtProvider(
  ctx: Context,
  browser: Browser,
  identity: Identity,
  linkSecret: string | undefined,
): Promise<Entered | FailedSignIn> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const invitations = [
      ...(await invitationsFor(tx, identity, now)),
      ...(await invitationBehind(tx, linkSecret, now)),
    ];
    const member = await memberOf(ctx, tx, identity, invitations);
    if ('failed' in member) return member;
    for (const invitation of invitations) {
      if (await takeInvitation(tx, invitation.id, now)) await join(ctx, tx, invitation, member);
    }
    const { id, secret } = await startSession(tx, member.id, browser, now);
    return { secret, me: await meOf(tx, { sessionId: id, member }) };
  });
}

async function invitationsFor(
  tx: Transaction,
  { email, verified }: Identity,
  now: number,
): Promise<readonly JoinInvitation[]> {
  return verified && email !== undefined ? listOpenJoins(tx, email, now) : [];
}

/** One for somebody else is theirs alone, whoever has its link. */
async function invitationBehind(
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
  // First, since addresses change and may be given to somebody else.
  const connected = await findMemberByIdentity(tx, issuer, subject);
  if (connected) return connected;
  if (email === undefined) return { failed: 'no_email' };
  if (!verified) return { failed: 'email_not_verified' };
  const known = await findMemberByEmail(tx, email);
  // Whoever has the address at the provider now is not who had it when they were connected.
  if (known?.oidcIssuer === issuer) return { failed: 'linked_to_another' };
  if (known) {
    await connect(ctx, tx, known, identity);
    return known;
  }
  if (invitations.length === 0) return { failed: 'not_invited' };
  const member = { id: drawMemberId(), email, name };
  await insertMember(tx, { ...member, password: null }, ctx.now());
  await connectMember(tx, member.id, identity);
  return member;
}

/** From now on the provider can let this member in, which each of their apps has in its audit log. */
async function connect(
  ctx: Context,
  tx: Transaction,
  member: Member,
  identity: Identity,
): Promise<void> {
  await connectMember(tx, member.id, identity);
  for (const { id: appId } of await listMemberApps(tx, member.id)) {
    await appendAudit(tx, {
      appId,
      subject: `member:${member.id}`,
      action: 'connect',
      actor: member.id,
      before: null,
      after: JSON.stringify({ issuer: identity.issuer }),
      createdAt: ctx.now(),
    });
  }
}
