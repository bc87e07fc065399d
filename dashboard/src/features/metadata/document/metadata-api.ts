import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, callText, get } from '../../../api/call.ts';
import { pagedQuery } from '../../../api/paged-query.ts';
import { isProblem } from '../../../api/problem.ts';
import type { Version } from './document-state.ts';

async function fetchMetadata(
  app: string,
  code: string,
  more: { readonly version?: number; readonly signal?: AbortSignal } = {},
): Promise<Version> {
  const { version, signal } = more;
  const { data, etag = '' } = await callText('smartlinks/{code}/metadata', {
    app,
    params: { code },
    query: { version },
    signal,
  });
  return { text: data === 'null' ? null : data, etag };
}

/** The saved metadata. Reloaded when the window gets the focus, because someone else may have saved. */
export const metadataQuery = (app: string, code: string) =>
  queryOptions({
    queryKey: ['metadata', app, code],
    queryFn: ({ signal }) => fetchMetadata(app, code, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

/** The metadata of one version, which never changes. */
export const metadataVersionQuery = (app: string, code: string, version: number) =>
  queryOptions({
    queryKey: ['metadata-version', app, code, version],
    queryFn: ({ signal }) => fetchMetadata(app, code, { version, signal }),
    staleTime: Infinity,
  });

/** The versions with their authors and times, newest first. */
export const versionsQuery = (app: string, code: string) => ({
  ...pagedQuery(['metadata-versions', app, code], (page) =>
    get('smartlinks/{code}/metadata/versions', { app, params: { code }, ...page }),
  ),
  staleTime: 0,
});

/** The result of a save: the saved version, or `theirs` if someone else saved first. */
type Saved = { readonly saved: Version } | { readonly theirs: Version };

/** The `ETag` is that of the link: it can be outdated although the metadata is not, so a save is retried. */
const MAX_ATTEMPTS = 4;

/** Replaces the metadata that was read as `base`; `text` null removes it. Throws a `Problem`. */
export async function saveMetadata(
  app: string,
  code: string,
  base: Version,
  text: string | null,
): Promise<Saved> {
  let { etag } = base;
  for (let tries = 1; ; tries++) {
    try {
      const json = `{"metadata":${text ?? 'null'}}`;
      const { etag: now = '' } = await call('PATCH', 'smartlinks/{code}', {
        app,
        params: { code },
        json,
        ifMatch: etag,
      });
      return { saved: { text, etag: now } };
    } catch (error) {
      if (!isProblem(error, 'precondition_failed') || tries === MAX_ATTEMPTS) throw error;
      const now = await fetchMetadata(app, code);
      if (now.text !== base.text) return { theirs: now };
      etag = now.etag;
    }
  }
}

/** Invalidates all queries that a change of the metadata makes outdated. */
export function invalidateLink(queries: QueryClient, app: string, code: string): void {
  for (const queryKey of [
    ['metadata-versions', app, code],
    ['link', app, code],
    ['links', app],
  ]) {
    void queries.invalidateQueries({ queryKey });
  }
}
