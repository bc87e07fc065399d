import { queryOptions } from '@tanstack/react-query';
import { get } from './call.ts';
import { isProblem } from './problem.ts';
import type { Api, LinkClicks as ClicksOfLinks, TagClicks } from './schema.ts';
import type { ClickReport, LinkClicks } from './types.ts';

type Query<Path extends 'clicks' | 'clicks/links' | 'clicks/tags'> = {
  readonly [Name in Api[Path]['GET']['query']]?: string | number | undefined;
};

export const REFRESH_MS = 10_000;

/** Clicks of an app, or of one of its links. The previous numbers stay visible while new ones load. */
export function clicksQuery(app: string, code: string | undefined, query: Query<'clicks'>) {
  return queryOptions({
    queryKey: ['clicks', app, code ?? null, query],
    queryFn: ({ signal }) =>
      code === undefined
        ? get('clicks', { app, query, signal })
        : get('smartlinks/{code}/clicks', { app, params: { code }, query, signal }),
    // Never the numbers of another app or link.
    placeholderData: (before: ClickReport | undefined, last) =>
      last?.queryKey[1] === app && last.queryKey[2] === (code ?? null) ? before : undefined,
  });
}

export function topLinksQuery(app: string, query: Query<'clicks/links'>) {
  return queryOptions({
    queryKey: ['top-links', app, query],
    queryFn: ({ signal }) => get('clicks/links', { app, query, signal }),
    placeholderData: (before: ClicksOfLinks | undefined, last) =>
      last?.queryKey[1] === app ? before : undefined,
  });
}

export type GroupOfLinks = 'tags' | 'templates';

/** Clicks of the links with each tag or template. `complete`: these are all links with clicks. */
interface TopGroups extends Pick<TagClicks, 'counted_links' | 'complete'> {
  readonly rows: readonly (Omit<TagClicks['tags'][number], 'tag'> & { readonly name: string })[];
}

/** The tags or templates with the most clicks. */
export function topGroupsQuery(app: string, by: GroupOfLinks, query: Query<'clicks/tags'>) {
  return queryOptions({
    queryKey: ['top-groups', app, by, query],
    queryFn: async ({ signal }): Promise<TopGroups> => {
      if (by === 'tags') {
        const { tags, ...frame } = await get('clicks/tags', { app, query, signal });
        return { ...frame, rows: tags.map(({ tag: name, ...row }) => ({ name, ...row })) };
      }
      const { templates, ...frame } = await get('clicks/templates', { app, query, signal });
      return { ...frame, rows: templates.map(({ template: name, ...row }) => ({ name, ...row })) };
    },
    placeholderData: (before: TopGroups | undefined, last) =>
      last?.queryKey[1] === app ? before : undefined,
  });
}

export type ClicksByCode = ReadonlyMap<string, LinkClicks>;

const DAY_MS = 86_400_000;

/** The clicks of the last days (of UTC) of some links, by code; null if clicks are not recorded. */
export function clicksOfLinksQuery(app: string, codes: readonly string[], lastDays: number) {
  return queryOptions({
    queryKey: ['clicks-of-links', app, lastDays, codes],
    queryFn: async ({ signal }): Promise<ClicksByCode | null> => {
      try {
        const first = new Date(Date.now() - (lastDays - 1) * DAY_MS);
        const query = { codes: codes.join(','), from: first.toISOString().slice(0, 10) };
        const { links } = await get('clicks/links', { app, query, signal });
        return new Map(links.map((link) => [link.code, link]));
      } catch (error) {
        if (isProblem(error, 'clicks_off')) return null;
        throw error;
      }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    // The list is complete without these numbers.
    retry: false,
  });
}

/** What the service records, and how many clicks it lost. */
export function clickSettingsQuery(app: string) {
  return queryOptions({
    queryKey: ['click-settings', app],
    queryFn: ({ signal }) => get('clicks/settings', { app, signal }),
    staleTime: 60_000,
  });
}
