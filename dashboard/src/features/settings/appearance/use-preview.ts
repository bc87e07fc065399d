import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { VisitSettings } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';

export const PREVIEW_PAGES = [
  'open-app',
  'preview',
  'gone',
  'not-found',
  'no-route',
  'scan',
] as const;
export type PreviewPage = (typeof PREVIEW_PAGES)[number];
export const PREVIEW_DEVICES = ['iphone', 'android', 'desktop'] as const;
export type PreviewDevice = (typeof PREVIEW_DEVICES)[number];

interface PreviewChoice {
  readonly page: PreviewPage;
  readonly device: PreviewDevice;
  readonly language: string;
}

const TYPING_MS = 300;

/** A visitor page with unsaved settings, updated while the user types. */
export function usePreview(visits: VisitSettings) {
  const app = useApp();
  const [choice, setChoice] = useState<PreviewChoice>({
    page: 'open-app',
    device: 'iphone',
    language: 'en',
  });
  const [json] = useDebouncedValue(JSON.stringify({ visits, ...choice }), TYPING_MS);
  const query = useQuery({
    queryKey: ['preview', app, json],
    queryFn: async ({ signal }) =>
      (await call('POST', 'app/preview', { app, json, signal })).data.html,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    // Each keystroke creates a new query.
    gcTime: 30_000,
  });
  // The last preview stays while a field has an error.
  const [html, setHtml] = useState<string>();
  if (query.data !== undefined && query.data !== html) setHtml(query.data);
  return {
    choice,
    choose: (change: Partial<PreviewChoice>) => setChoice({ ...choice, ...change }),
    html,
    error: query.error,
    pending: query.isFetching,
    retry: () => void query.refetch(),
  };
}
export type Preview = ReturnType<typeof usePreview>;
