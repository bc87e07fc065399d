import { OPERATOR } from '../../domain/link/link-creator.ts';
import { isOnDefaultHost, saveOnDefaultHost } from '../../storage/apps.ts';
import type { Context } from '../context.ts';
import { appendSetupEvents } from '../webhooks/setup-events.ts';
import { getApp } from './get-app.ts';
import { recordAppChange } from './record-app-change.ts';

/**
 * Sets whether the association files of the default host list an app. Returns whether this changed
 * anything.
 * @throws `not_found`
 */
export async function allowDefaultHost(
  ctx: Context,
  appName: string,
  allowed: boolean,
): Promise<boolean> {
  const app = await getApp(ctx, appName);
  const what = `${app.name}/default_host`;
  return ctx.db.transaction(async (tx) => {
    const wasAllowed = await isOnDefaultHost(tx, app.id);
    if (wasAllowed === allowed) return false;
    await saveOnDefaultHost(tx, app.id, allowed);
    const author = { appId: app.id, actor: OPERATOR };
    await recordAppChange(tx, author, ctx.now(), {
      action: 'apply',
      before: { [what]: wasAllowed },
      after: { [what]: allowed },
    });
    await appendSetupEvents(ctx, tx, author, app.name, [{ what, change: 'replace' }]);
    return true;
  });
}
