import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { VisitSettings } from '../../api/types.ts';
import { useApp } from '../../app/session.ts';

export const PREVIEW_PAGES = ['open-app', 'preview', 'gone', 'not-found', 'no-route'] as const;
export type PreviewPage = (typeof PREVIEW_PAGES)[number];
export const PREVIEW_DEVICES = ['iphone', 'android', 'desktop'] as const;
export type PreviewDevice = (typeof PREVIEW_DEVICES)[number];

export interface PreviewRequest {
  readonly visits: VisitSettings;
  readonly page: PreviewPage;
  readonly device: PreviewDevice;
  readonly language: string;
}

const TYPING_MS = 300;

/** A visitor page as it would look with settings that are not saved, while one types. */
export function usePreview(request: PreviewRequest) {
  const app = useApp();
  const [body] = useDebouncedValue(JSON.stringify(request), TYPING_MS);
  return useQuery({
    queryKey: ['preview', app, body],
    queryFn: async ({ signal }) => {
      const json = body;
      return (await call<{ readonly html: string }>('POST', 'app/preview', { app, json, signal })).data
        .html;
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Every letter is a new one.
    gcTime: 30_000,
  });
}
