import type { CachedApp } from '../../cache/cached-link.ts';
import { visitApp, type VisitApp } from '../../domain/app/visit-app.ts';
import { findApp, loadPlatforms, loadVisitSettings } from '../../storage/apps.ts';
import type { Reader } from '../../storage/database.ts';
import type { Context } from '../context.ts';

/** The settings of an app that visits need, or undefined if the app does not exist. */
export async function visitAppOf(ctx: Context, appId: string): Promise<VisitApp | undefined> {
  const { apps } = ctx.cache;
  const known = apps.get(appId) ?? (await apps.through(appId, () => loadApp(ctx.db.quick, appId)));
  return known?.app;
}

async function loadApp(db: Reader, appId: string): Promise<CachedApp | undefined> {
  const app = await findApp(db, appId);
  if (!app) return undefined;
  const settings = await loadVisitSettings(db, appId);
  const platforms = await loadPlatforms(db, appId);
  return { app: visitApp(appId, app.name, settings, platforms), current: true };
}
