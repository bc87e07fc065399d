import type { AppState } from '../../domain/app/setup-diff.ts';
import {
  loadMetadataSchema,
  loadPlatforms,
  loadPlatformTokens,
  loadVisitSettings,
} from '../../storage/apps.ts';
import type { Reader } from '../../storage/database.ts';
import { loadAllHosts, loadHosts } from '../../storage/hosts.ts';
import { loadTemplates } from '../../storage/templates.ts';

/**
 * Everything that an apply file can contain about an app. `hosts`: owners get all hosts. The operator
 * gets only proven ones, so that applying an export never proves a host by accident.
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
    metadata_schema: await loadMetadataSchema(db, appId),
    platform_tokens: await loadPlatformTokens(db, appId),
    hosts:
      hosts === 'all'
        ? (await loadAllHosts(db, appId)).map(({ host }) => host)
        : await loadHosts(db, appId),
  };
}
