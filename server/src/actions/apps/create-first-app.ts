import { listApps } from '../../storage/apps.ts';
import type { Context } from '../context.ts';
import { createApp, type CreatedApp } from './create-app.ts';

export const FIRST_APP_NAME = 'my-app';

/** Creates the first app in a database that has none. */
export async function createFirstApp(ctx: Context): Promise<CreatedApp | undefined> {
  if ((await listApps(ctx.db)).length > 0) return undefined;
  try {
    return await createApp(ctx, FIRST_APP_NAME);
  } catch (error) {
    // Another process that started at the same time was first.
    if ((await listApps(ctx.db)).length > 0) return undefined;
    throw error;
  }
}
