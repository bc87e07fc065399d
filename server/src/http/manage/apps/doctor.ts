import { Type } from 'typebox';
import { examineOneApp } from '../../../actions/operate/examine-app.ts';
import { endpoint } from '../../endpoint.ts';
import { closedObject, component, nullable } from '../../../domain/text/shapes.ts';

export const FindingsSchema = component(
  'Findings',
  {
    findings: Type.Array(
      closedObject({
        level: Type.Enum(['ok', 'hint', 'warning', 'error'], {
          description:
            '`hint`: possibly intended; `warning`: does not work for some visitors; `error`: broken.',
        }),
        where: Type.String({
          description:
            'A JSON pointer to the field in the app, in the format of an apply file, except that templates are addressed by name: `/platforms/iphone/base`, `/templates/product`, `/hosts/0`. What the file does not contain is `/links` (links that end soon), `/members`, `/tokens` or `/webhooks/{webhook_id}`. Empty: no single field.',
        }),
        what: Type.String({ description: 'The finding, as text.' }),
        fix: nullable(Type.String(), 'How to fix it; `null`: nothing to do.'),
      }),
    ),
    asked: Type.Array(Type.String(), {
      description:
        'The addresses whose association files were fetched. Empty without `network`, and if the app has no `apps` or no host that phones query.',
    }),
  },
  {
    examples: [
      {
        findings: [
          {
            level: 'warning',
            where: '/platforms/iphone/fallback',
            what: 'iphone opens an app (com.shop.app://) and has no fallback',
            fix: 'set the app store page, for people who do not have the app',
          },
        ],
        asked: [],
      },
    ],
  },
);

export const doctorEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/doctor',
  callers: 'viewer',
  id: 'examineApp',
  summary: 'Check the configuration of the app',
  description:
    'The findings of `smartlink doctor` for this app, each with the field and a fix. Changes nothing.',
  query: Type.Object({
    network: Type.Optional(
      Type.Enum(['true', 'false'], {
        description:
          '`true`: also fetches the association files from the hosts of the app, as Apple and Google do, from public addresses only. This can take five seconds. Results are cached for ten seconds unless the hosts or the apps change.',
      }),
    ),
  }),
  responses: {
    200: {
      description: 'All findings; a single `ok` if there is nothing to fix.',
      schema: FindingsSchema,
    },
  },
  problems: ['too_many_checks'],
  async handle({ ctx, service, appId, query }) {
    const network = {
      results: service.networkResults,
      begins: () => service.limitHostFiles(appId),
    };
    const asks = query.network === 'true';
    const { findings, asked } = await examineOneApp(ctx, appId, asks ? network : undefined);
    return { findings: findings.map(({ fix = null, ...finding }) => ({ ...finding, fix })), asked };
  },
});
