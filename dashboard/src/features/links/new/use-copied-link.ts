import { useQuery } from '@tanstack/react-query';
import { call, callText } from '../../../api/call.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { isPurged } from '../restorable.ts';
import { copiedValues } from './copied-link.ts';

/** The values of the form for a copy of a link of the app; nothing is loaded if `code` is undefined. */
export function useCopiedLink(app: string, code: string | undefined) {
  return useQuery({
    queryKey: ['copied-link', app, code],
    queryFn: async ({ signal }) => {
      const params = { code: code ?? '' };
      const [{ data: link }, { data: metadata }] = await Promise.all([
        call('GET', 'smartlinks/{code}', { app, params, signal }),
        callText('smartlinks/{code}/metadata', { app, params, signal }),
      ]);
      if (isPurged(link)) throw new Error(linksTexts.purged);
      const body = { uri: link.uri };
      const { data } = await call('POST', 'templates/try', { app, body, signal });
      return copiedValues(link, metadata === 'null' ? null : metadata, data.uri?.routes ?? {});
    },
    enabled: code !== undefined,
    // The form has its own state.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
