import { isOnDefaultHost, saveOnDefaultHost } from '../../storage/apps.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Context } from '../context.ts';
import { getApp } from './get-app.ts';

/**
 * Decides whether the association files of the default host list an app. Returns whether that changed.
 * Fails with `not_found`.
 */
export async function allowDefaultHost(
  ctx: Context,
  appName: string,
  allowed: boolean,
): Promise<boolean> {
  const app = await getApp(ctx, appName);
  const what = `${app.name}/default_host`;
  return ctx.db.transaction(async (tx) => {
    const before = await isOnDefaultHost(tx, app.id);
    if (before === allowed) return false;
    await saveOnDefaultHost(tx, app.id, allowed);
    await appendChange(tx, `app:${app.id}`, ctx.now());
    await appendAudit(tx, {
      appId: app.id,
      subject: 'app',
      action: 'apply',
      actor: 'operator',
      before: JSON.stringify({ [what]: before }),
      after: JSON.stringify({ [what]: allowed }),
      createdAt: ctx.now(),
    });
    return true;
  });
}
