import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, get } from '../../../api/call.ts';
import type { AppHost, AppHosts, CheckedHost } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';

/** The hosts of an app with their states; the app document contains only their names. */
function hostsQuery(app: string) {
  return queryOptions({
    queryKey: ['hosts', app],
    queryFn: ({ signal }) => get('hosts', { app, signal }),
  });
}

export function useHosts() {
  return useQuery(hostsQuery(useApp()));
}

/** Checks the DNS record of a host. */
export function useCheckHost(host: string, onProven: () => void) {
  const app = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await call('POST', 'hosts/{host}/check', { app, params: { host } })).data,
    onSuccess: (checked) => {
      queries.setQueryData(hostsQuery(app).queryKey, (known) => known && withHost(known, checked));
      if (checked.result !== 'proven') return;
      void queries.resetQueries({ queryKey: ['doctor', app, true] });
      void queries.invalidateQueries({ queryKey: ['doctor', app] });
      onProven();
    },
  });
}

function withHost(known: AppHosts, { host }: CheckedHost): AppHosts {
  const hosts = known.hosts.map((one): AppHost => (one.host === host.host ? host : one));
  return { ...known, hosts };
}
