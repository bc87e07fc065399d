import type { AppState } from '../../domain/setup-diff.ts';
import { loadPlatforms, loadPlatformTokens, loadVisitSettings } from '../../storage/apps.ts';
import type { Reader } from '../../storage/database.ts';
import { loadHosts } from '../../storage/hosts.ts';
import { loadTemplates } from '../../storage/templates.ts';

/** All that an apply file can say of an app. */
export async function appState(db: Reader, appId: string): Promise<AppState> {
  return {
    platforms: await loadPlatforms(db, appId),
    templates: await loadTemplates(db, appId),
    visits: await loadVisitSettings(db, appId),
    platform_tokens: await loadPlatformTokens(db, appId),
    hosts: await loadHosts(db, appId),
  };
}
