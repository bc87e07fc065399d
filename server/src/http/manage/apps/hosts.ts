import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { checkHost } from '../../../actions/hosts/check-host.ts';
import { listHosts, type ListedHost } from '../../../actions/hosts/list-hosts.ts';
import type { TxtLookup } from '../../../actions/hosts/txt-lookup.ts';
import { HOST_CHECKS, HOST_STATES } from '../../../domain/app/host-proof.ts';
import { fail } from '../../../problem.ts';
import { Allowance } from '../../allowance.ts';
import { editorOf } from '../../auth.ts';
import { problems } from '../../documented.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { sendJson } from '../send-json.ts';

export const AppHostSchema = Type.Object(
  {
    host: Type.String(),
    state: Type.Enum([...HOST_STATES], {
      description: '`proven`: links of the app open there. `pending`: it has no effect.',
    }),
    record: Type.Union(
      [
        Type.Object(
          { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: 'The DNS record that proves the host; `null`: it is proven.' },
    ),
  },
  { $id: 'AppHost', additionalProperties: false },
);

export const AppHostsSchema = Type.Object(
  {
    hosts: Type.Array(Type.Unsafe<Static<typeof AppHostSchema>>({ $ref: 'AppHost#' })),
    default_host: Type.Object(
      {
        host: Type.String({ description: 'Where the links of all apps open.' }),
        listed: Type.Boolean({
          description:
            'May its association files list this app, so that phones open links there in it? The operator decides.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  { $id: 'AppHosts', additionalProperties: false },
);

export const CheckedHostSchema = Type.Object(
  {
    host: Type.Unsafe<Static<typeof AppHostSchema>>({ $ref: 'AppHost#' }),
    result: Type.Enum([...HOST_CHECKS], {
      description:
        '`missing`: DNS has no TXT record of that name. `different`: it has some, none with the value. `unavailable`: DNS did not answer.',
    }),
  },
  { $id: 'CheckedHost', additionalProperties: false },
);

const json = (name: string) => ({ 'application/json': { schema: { $ref: `${name}#` } } });

export const listHostsSchema = {
  operationId: 'listHosts',
  summary: 'The hosts of the app, and the DNS records that prove them',
  description:
    'A pending host has no effect until its DNS record is found or the operator approves it. `default_host` is the host of all apps.',
  tags: ['Management'],
  response: {
    200: { description: 'The hosts in their order.', content: json('AppHosts') },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export const checkHostSchema = {
  operationId: 'checkHost',
  summary: 'Ask DNS for the record of a pending host',
  description:
    'If the record is there, the host takes effect everywhere within a second. If DNS does not answer, this takes five seconds.',
  tags: ['Management'],
  params: Type.Object({ host: Type.String({ description: 'As it is listed.' }) }),
  response: {
    200: {
      description: 'The host, and the result of the DNS query.',
      content: json('CheckedHost'),
    },
    ...problems(...MANAGE_PROBLEMS, 'host_taken', 'too_many_checks'),
  },
};

export function listHostsHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { hosts, defaultHost } = await listHosts(ctx, request.actor.appId);
    return sendJson(reply, { hosts: hosts.map(shown), default_host: defaultHost });
  };
}

/** DNS queries for one app. */
const CHECKS_PER_MINUTE = 10;
/** DNS queries for all apps, in each process: an owner of many apps is limited too. */
const ALL_CHECKS_PER_MINUTE = 120;

export function checkHostHandler(ctx: Context, lookUpTxt: TxtLookup) {
  const perApp = new Allowance(CHECKS_PER_MINUTE, ctx.now);
  const forAll = new Allowance(ALL_CHECKS_PER_MINUTE, ctx.now);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { host } = request.params as { host: string };
    const editor = editorOf(request);
    const checked = await checkHost(ctx, editor, host, (name) => {
      const retryAfterSeconds = Math.max(perApp.waitOf(editor.appId), forAll.waitOf(''));
      if (retryAfterSeconds > 0) {
        const detail = `Hosts were checked too often; try again in ${retryAfterSeconds} s.`;
        fail('too_many_checks', detail, { retryAfterSeconds });
      }
      perApp.take(editor.appId);
      forAll.take('');
      return lookUpTxt(name);
    });
    return sendJson(reply, { host: shown(checked.host), result: checked.result });
  };
}

function shown({ host, state, record }: ListedHost): Static<typeof AppHostSchema> {
  return { host, state, record: record ?? null };
}
