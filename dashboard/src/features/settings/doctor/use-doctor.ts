import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import type { Finding, Findings } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';

/** What the doctor has to say of an app; with `network` it also asks the hosts, which takes its time. */
export function doctorQuery(app: string, network: boolean) {
  return queryOptions({
    queryKey: ['doctor', app, network],
    queryFn: ({ signal }) =>
      get<Findings>('doctor', { app, query: network ? { network } : {}, signal }),
  });
}

/**
 * The findings to show beside fields; none while they are on their way or cannot be had. Those of
 * the hosts are among them as soon as somebody had them asked.
 */
export function useFindings(): readonly Finding[] {
  const app = useApp();
  const asked = useQuery({ ...doctorQuery(app, true), enabled: false });
  const settings = useQuery(doctorQuery(app, false));
  return (asked.data ?? settings.data)?.findings ?? [];
}
