import { fail } from '../../problem.ts';
import { findAppByName, listApps, type App } from '../../storage/apps.ts';
import type { Context } from '../context.ts';

/** The app of this name. Fails with `not_found`, naming those that exist. */
export async function getApp(ctx: Context, name: string): Promise<App> {
  const app = await findAppByName(ctx.db, name);
  if (app) return app;
  const names = (await listApps(ctx.db)).map((known) => known.name);
  const known = names.length > 0 ? `apps are ${names.join(', ')}` : 'there is no app yet';
  fail('not_found', `there is no app "${name}"; ${known}`);
}

export function listAllApps(ctx: Context): Promise<App[]> {
  return listApps(ctx.db);
}
