import { isSecret, secretDigest } from '../../domain/access/session.ts';
import { fail } from '../../problem.ts';
import { findApp } from '../../storage/apps.ts';
import { findOpenInvitation, type Invitation } from '../../storage/invitations.ts';
import { findMember } from '../../storage/members.ts';
import type { Context } from '../context.ts';

/** What the holder of an invitation may see: nothing about an account with its e-mail address. */
export interface FoundInvitation {
  readonly invitation: Invitation;
  /** The name of the app. */
  readonly app: string | null;
  /** The name, or else the e-mail address, of the member who created it; null if no member did. */
  readonly byName: string | null;
}

/**
 * Returns the open invitation with this secret.
 * @throws `invitation_over`
 */
export async function openInvitation(ctx: Context, secret: string): Promise<Invitation> {
  const found = isSecret(secret)
    ? await findOpenInvitation(ctx.db, secretDigest(secret), ctx.now())
    : undefined;
  return found ?? invitationOver();
}

export async function lookUpInvitation(ctx: Context, secret: string): Promise<FoundInvitation> {
  const invitation = await openInvitation(ctx, secret);
  const { appId, createdBy } = invitation;
  const app = appId === null ? undefined : await findApp(ctx.db, appId);
  const by = await findMember(ctx.db, createdBy);
  return {
    invitation,
    app: app?.name ?? null,
    byName: by === undefined ? null : by.name || by.email,
  };
}

/** The response for used, withdrawn, expired and unknown invitations. */
export function invitationOver(): never {
  fail('invitation_over', 'This link was used, was withdrawn or has expired. Ask for a new one.');
}
