import type { AppState } from '../../domain/app/setup-diff.ts';
import { loadPlatforms, loadPlatformTokens, loadVisitSettings } from '../../storage/apps.ts';
import type { Reader } from '../../storage/database.ts';
import { loadAllHosts, loadHosts } from '../../storage/hosts.ts';
import { loadTemplates } from '../../storage/templates.ts';

/**
 * All that an apply file can say of an app. `hosts`: owners see all of them; for the operator only
 * proven ones count, so that to apply what was exported never proves a host by accident.
 */
export async function appState(
  db: Reader,
  appId: string,
  hosts: 'all' | 'proven',
): Promise<AppState> {
  return {
    platforms: await loadPlatforms(db, appId),
    templates: await loadTemplates(db, appId),
    visits: await loadVisitSettings(db, appId),
    platform_tokens: await loadPlatformTokens(db, appId),
    hosts:
      hosts === 'all'
        ? (await loadAllHosts(db, appId)).map(({ host }) => host)
        : await loadHosts(db, appId),
  };
}
