import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { hostsQuery } from '../../../api/hosts-query.ts';
import type { AppHost, AppHosts, CheckedHost } from '../../../api/types.ts';
import { useApp } from '../../../api/session.ts';

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
      onProven();
    },
  });
}

function withHost(known: AppHosts, { host }: CheckedHost): AppHosts {
  const hosts = known.hosts.map((one): AppHost => (one.host === host.host ? host : one));
  return { ...known, hosts };
}
