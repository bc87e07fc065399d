import { Type, type Static } from 'typebox';
import { checkHost } from '../../../actions/hosts/check-host.ts';
import { listHosts, type ListedHost } from '../../../actions/hosts/list-hosts.ts';
import { HOST_CHECKS, HOST_STATES } from '../../../domain/app/host-proof.ts';
import { endpoint } from '../../endpoint.ts';
import { closedObject, component, refTo, nullable } from '../../../domain/text/shapes.ts';

export const AppHostSchema = component('AppHost', {
  host: Type.String(),
  state: Type.Enum([...HOST_STATES], {
    description:
      '`proven`: links of the app open on this host. `pending`: the host has no effect yet.',
  }),
  record: nullable(
    closedObject({ type: Type.Literal('TXT'), name: Type.String(), value: Type.String() }),
    'The DNS record that verifies the host; `null`: it is verified.',
  ),
});

export const AppHostsSchema = component('AppHosts', {
  hosts: Type.Array(refTo(AppHostSchema)),
  default_host: closedObject({
    host: Type.String({ description: 'The host on which the links of all apps open.' }),
    listed: Type.Boolean({
      description:
        'Whether the association files of this host can list the app, so that phones open its links in the app. Set by the operator.',
    }),
  }),
});

export const CheckedHostSchema = component('CheckedHost', {
  host: refTo(AppHostSchema),
  result: Type.Enum([...HOST_CHECKS], {
    description:
      '`missing`: DNS has no TXT record of that name. `different`: no TXT record of that name has the value. `unavailable`: DNS did not respond.',
  }),
});

export const listHostsEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/hosts',
  callers: 'viewer',
  id: 'listHosts',
  summary: 'List the hosts of the app',
  description:
    'With the DNS records that verify them. A pending host has no effect until its DNS record is found or the operator approves it. `default_host` is the host of all apps.',
  responses: { 200: { description: 'The hosts, in their order.', schema: AppHostsSchema } },
  async handle({ ctx, appId }) {
    const { hosts, defaultHost } = await listHosts(ctx, appId);
    return { hosts: hosts.map(hostDocument), default_host: defaultHost };
  },
});

export const checkHostEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/hosts/:host/check',
  callers: 'owner',
  id: 'checkHost',
  summary: 'Check the DNS record of a pending host',
  description:
    'If the record exists, the host takes effect everywhere within a second. Takes up to five seconds if DNS does not respond.',
  params: Type.Object({ host: Type.String({ description: 'The host, as listed.' }) }),
  responses: { 200: { description: 'The host and the result.', schema: CheckedHostSchema } },
  problems: ['host_taken', 'too_many_checks'],
  async handle({ ctx, service, author, params }) {
    const { host, result } = await checkHost(ctx, author, params.host, (name) => {
      service.limitHostChecks(author.appId);
      return service.lookUpTxt(name);
    });
    return { host: hostDocument(host), result };
  },
});

function hostDocument({ host, state, record }: ListedHost): Static<typeof AppHostSchema> {
  return { host, state, record: record ?? null };
}
