import { visitApp, type VisitApp } from '../../domain/app/visit-app.ts';
import { findApp, loadPlatforms, loadVisitSettings } from '../../storage/apps.ts';
import type { Context } from '../context.ts';

/** The settings of an app that visits need, or undefined if the app does not exist. */
export async function visitAppOf(ctx: Context, appId: string): Promise<VisitApp | undefined> {
  const known = ctx.memory.apps.get(appId);
  if (known) return known;
  const { moment } = ctx.memory;
  const app = await findApp(ctx.db, appId);
  if (!app) return undefined;
  const settings = await loadVisitSettings(ctx.db, appId);
  const loaded = visitApp(appId, app.name, settings, await loadPlatforms(ctx.db, appId));
  if (ctx.memory.isCurrent(moment)) ctx.memory.apps.set(appId, loaded);
  // Good for this visit, and for none that would remember it.
  else loaded.current = false;
  return loaded;
}
