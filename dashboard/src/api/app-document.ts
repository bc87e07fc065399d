import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from './session.ts';
import { call } from './call.ts';
import type { AppVersion } from './save-part.ts';
import type { AppDocument, ChangedApp } from './types.ts';

/** The settings of an app, and what they are known by. */
export function appQuery(app: string) {
  return queryOptions({
    queryKey: ['app', app],
    queryFn: ({ signal }): Promise<AppVersion> => call<AppDocument>('GET', 'app', { app, signal }),
  });
}

/** The same inside a page, which waits for it. */
export function useAppVersion(): AppVersion {
  return useSuspenseQuery(appQuery(useApp())).data;
}

/** Where the parts of an app are read and written. */
export function appStore(app: string) {
  return {
    read: (): Promise<AppVersion> => call<AppDocument>('GET', 'app', { app }),
    write: async (body: object, ifMatch: string | undefined) => {
      const { data, etag } = await call<ChangedApp>('PATCH', 'app', { app, body, ifMatch });
      return { version: { data: data.app, etag }, warnings: data.warnings };
    },
  };
}
