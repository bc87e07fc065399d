import { firstApp } from '../../storage/apps.ts';
import { hasInvitations } from '../../storage/invitations.ts';
import { hasMembers } from '../../storage/members.ts';
import type { Context } from '../context.ts';
import { addInvitation, type Invited } from './invite.ts';

/** Whether there is no app yet, or no user who can sign in. */
export async function isFirstStart({ db }: Context): Promise<boolean> {
  if (!(await firstApp(db))) return true;
  return !(await hasMembers(db)) && !(await hasInvitations(db));
}

/**
 * Creates an invitation without an e-mail address to own the first app, if the database has neither members
 * nor invitations; otherwise returns undefined.
 */
export async function createFirstInvitation(ctx: Context): Promise<Invited | undefined> {
  // Checked before the transaction, because most starts write nothing.
  if ((await hasMembers(ctx.db)) || (await hasInvitations(ctx.db))) return undefined;
  return ctx.db.transaction(async (tx) => {
    const app = await firstApp(tx);
    // Another process that started at the same time may have been first.
    if (!app || (await hasMembers(tx)) || (await hasInvitations(tx))) return undefined;
    return addInvitation(ctx, tx, { appId: app.id, actor: 'operator' }, null, 'owner');
  });
}
