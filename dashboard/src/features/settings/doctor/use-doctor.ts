import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import type { Finding } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';

/** The findings of the doctor for an app; with `network`, it also checks the domains, which takes longer. */
export function doctorQuery(app: string, network: boolean) {
  return queryOptions({
    queryKey: ['doctor', app, network],
    queryFn: ({ signal }) => get('doctor', { app, query: network ? { network } : {}, signal }),
  });
}

/**
 * The findings to show beside fields; none while they load or if loading fails. They include the domains after
 * a check of the domains.
 */
export function useFindings(): readonly Finding[] {
  const app = useApp();
  const asked = useQuery({ ...doctorQuery(app, true), enabled: false });
  const settings = useQuery(doctorQuery(app, false));
  return (asked.data ?? settings.data)?.findings ?? [];
}
