import type { Directory, Scope } from '../../cache/directory.ts';
import type { VisitApp } from '../../domain/app/visit-app.ts';
import type { Context } from '../context.ts';
import { recentDirectoryOf } from '../directory.ts';
import { visitAppOf } from './visit-app.ts';

/** The app whose pages are shown under a name if no link says which; undefined: several apps could be meant. */
export function hostAppId(directory: Directory, scope: Scope): string | undefined {
  if (typeof scope === 'object') return scope.app;
  const { onlyApp } = directory;
  return onlyApp !== undefined && directory.opens(scope, onlyApp) ? onlyApp : undefined;
}

/** The app of a `Host` header, as it was sent. */
export async function findHostApp(
  ctx: Context,
  host: string | undefined,
): Promise<VisitApp | undefined> {
  const directory = await recentDirectoryOf(ctx);
  const appId = hostAppId(directory, directory.scopeOf(host, ctx.own()));
  return appId === undefined ? undefined : visitAppOf(ctx, appId);
}
