import { linkHostIssue } from '../../domain/app/host-name.ts';
import { OPERATOR } from '../../domain/link/link-creator.ts';
import { isOwnHost } from '../../domain/link/own-address.ts';
import { fail, refuse } from '../../problem.ts';
import { findApp, type App } from '../../storage/apps.ts';
import type { Transaction } from '../../storage/database.ts';
import { addProvenHost, loadHosts, ownerOf, replaceProvenHosts } from '../../storage/hosts.ts';
import { getApp } from '../apps/get-app.ts';
import { recordAppChange } from '../apps/record-app-change.ts';
import type { Context } from '../context.ts';
import { announceHost, appendHostsEvent, recordProof } from './record-proof.ts';

export interface ApprovedHost {
  readonly host: string;
  readonly app: string;
  /** The app that had the host before. */
  readonly movedFrom: string | undefined;
}

/**
 * Makes a host of an app proven without a DNS record, for the operator. `move`: also if another app has it.
 * @throws `not_found`, `validation_failed`, and `host_taken` if another app has it
 */
export async function approveHost(
  ctx: Context,
  appName: string,
  host: string,
  move: boolean,
): Promise<ApprovedHost> {
  const issue =
    linkHostIssue(host) ??
    (isOwnHost(host, ctx.own()) ? 'is the host of the service itself' : undefined);
  if (issue !== undefined) refuse([{ pointer: '/host', detail: issue }]);
  const app = await getApp(ctx, appName);
  const from = await ctx.db.transaction(async (tx) => {
    const before = await ownerOf(tx, host);
    await tx.lockApps(before === undefined ? [app.id] : [app.id, before]);
    // Read again: before the lock, its owner could remove the host. No other app can have added it since.
    const ownerId = await ownerOf(tx, host);
    if (ownerId === app.id) return undefined;
    const owner = ownerId === undefined ? undefined : await findApp(tx, ownerId);
    if (owner && !move) {
      fail('host_taken', `"${host}" is in use by the app "${owner.name}"; use --move to move it`);
    }
    if (owner) await release(ctx, tx, owner, host);
    await addProvenHost(tx, app.id, host);
    await recordProof(ctx, tx, { appId: app.id, actor: OPERATOR }, host);
    return owner;
  });
  await announceHost(ctx, from ? [app.id, from.id] : [app.id]);
  return { host, app: app.name, movedFrom: from?.name };
}

async function release(ctx: Context, tx: Transaction, app: App, host: string): Promise<void> {
  const hosts = await loadHosts(tx, app.id);
  const left = hosts.filter((other) => other !== host);
  await replaceProvenHosts(tx, app.id, left);
  const what = `${app.name}/hosts`;
  const author = { appId: app.id, actor: OPERATOR };
  await recordAppChange(tx, author, ctx.now(), {
    action: 'apply',
    before: { [what]: hosts },
    after: { [what]: left },
  });
  await appendHostsEvent(ctx, tx, author);
}
