import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from './session.ts';
import { call } from './call.ts';
import type { AppVersion } from './save-part.ts';
import type { AppSetup } from './schema.ts';

export function appQuery(app: string) {
  return queryOptions({
    queryKey: ['app', app],
    queryFn: ({ signal }) => readApp(app, signal),
  });
}

/** The settings of the app; suspends until they are loaded. */
export function useAppVersion(): AppVersion {
  return useSuspenseQuery(appQuery(useApp())).data;
}

export function appStore(app: string) {
  return {
    read: () => readApp(app),
    write: async (body: object, ifMatch: string | undefined) => {
      const json = JSON.stringify(body);
      const { data, etag } = await call('PATCH', 'app', { app, json, ifMatch });
      return { version: versionOf(data.app, etag), warnings: data.warnings };
    },
  };
}

async function readApp(app: string, signal?: AbortSignal): Promise<AppVersion> {
  const { data, etag } = await call('GET', 'app', { app, signal });
  return versionOf(data, etag);
}

/** The service sends all parts of an app; in the schema, which is that of the apply file, most are optional. */
function versionOf(app: AppSetup, etag: string | undefined): AppVersion {
  const { name, platforms = {}, templates = [], visits = {}, metadata_schema = {} } = app;
  const { platform_tokens = {}, hosts = [] } = app;
  const parts = { platforms, templates, visits, metadata_schema, platform_tokens, hosts };
  return { data: { name, ...parts }, etag };
}
