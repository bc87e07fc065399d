import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './call.ts';
import { useApp } from './session.ts';
import type { AppHosts } from './types.ts';

/** The hosts of an app with their states; the app document contains only their names. */
export function hostsQuery(app: string) {
  return queryOptions({
    queryKey: ['hosts', app],
    queryFn: ({ signal }) => get('hosts', { app, signal }),
  });
}

/** The hosts on which the links of the app open; none while they load. */
export function useProvenHosts(): readonly string[] {
  return useQuery({ ...hostsQuery(useApp()), select: provenHosts }).data ?? [];
}

function provenHosts({ hosts }: AppHosts): string[] {
  return hosts.filter(({ state }) => state === 'proven').map(({ host }) => host);
}
