import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import type { Finding } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';

function settingsQuery(app: string) {
  return queryOptions({
    queryKey: ['doctor', app, false],
    queryFn: ({ signal }) => get('doctor', { app, signal }),
  });
}

/**
 * What the doctor finds in an app, and, on request, in its domains, which takes longer. The result with the domains
 * contains the findings of the settings, so it is used only until these change.
 */
export function useDoctor() {
  const app = useApp();
  const settings = useQuery(settingsQuery(app));
  const hosts = useQuery({
    queryKey: ['doctor', app, true, settings.data],
    queryFn: ({ signal }) => get('doctor', { app, query: { network: true }, signal }),
    enabled: false,
  });
  return { settings, hosts, found: hosts.data ?? settings.data };
}

/** The findings to show beside fields; none while they load or if loading fails. */
export function useFindings(): readonly Finding[] {
  return useDoctor().found?.findings ?? [];
}
