import { OPERATOR } from '../../domain/link/link-creator.ts';
import { firstApp } from '../../storage/apps.ts';
import type { Reader } from '../../storage/database.ts';
import { hasInvitations, hasOpenFirstInvitation } from '../../storage/invitations.ts';
import { hasMembers } from '../../storage/members.ts';
import type { Context } from '../context.ts';
import { addInvitation, type Invited } from './invite.ts';

/** Whether there is no app yet, or no user who can sign in. */
export async function isFirstStart({ db }: Context): Promise<boolean> {
  return !(await firstApp(db)) || hasNoPeople(db);
}

/** Whether there are neither accounts nor invitations. */
async function hasNoPeople(db: Reader): Promise<boolean> {
  return !(await hasMembers(db)) && !(await hasInvitations(db));
}

/**
 * Whether a person who signs in with the link of the first start becomes the owner of apps without one: the link
 * can be used, or the next start creates it. See `claimUnownedApps`.
 */
export async function isFirstLinkOpen({ db, now }: Context): Promise<boolean> {
  return (await hasOpenFirstInvitation(db, now())) || hasNoPeople(db);
}

/**
 * Creates an invitation without an e-mail address to own the first app, if there are neither accounts nor
 * invitations; otherwise undefined.
 */
export async function createFirstInvitation(ctx: Context): Promise<Invited | undefined> {
  // Read first: most starts write nothing.
  if (!(await hasNoPeople(ctx.db))) return undefined;
  return ctx.db.transaction(async (tx) => {
    const app = await firstApp(tx);
    // Another process that started at the same time may have created it.
    if (!app || !(await hasNoPeople(tx))) return undefined;
    return addInvitation(ctx, tx, { appId: app.id, actor: OPERATOR }, null, 'owner');
  });
}
