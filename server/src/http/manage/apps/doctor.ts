import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { examineOneApp, networkAnswers } from '../../../actions/operate/examine-app.ts';
import { problems } from '../../documented.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { flagOf, parametersOf } from '../query-text.ts';
import { sendLongJson } from '../send-json.ts';

export const FindingsSchema = Type.Object(
  {
    findings: Type.Array(
      Type.Object(
        {
          level: Type.Enum(['ok', 'hint', 'warning', 'error'], {
            description:
              '`hint`: may well be meant; `warning`: some visitors get less than they could; `error`: broken.',
          }),
          where: Type.String({
            description:
              'A JSON pointer into the app as an apply file has it, but that templates go by their names: `/platforms/iphone/base`, `/templates/product`, `/hosts/0`. Empty: no field of it.',
          }),
          what: Type.String({ description: 'What was found, for people.' }),
          fix: Type.Union([Type.String(), Type.Null()], {
            description: 'What to do about it; `null`: nothing.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
    asked: Type.Array(Type.String(), {
      description:
        'The addresses whose association files were fetched: none without `network`, none where the app has no `apps` or no name that phones ask.',
    }),
  },
  {
    $id: 'Findings',
    additionalProperties: false,
    examples: [
      {
        findings: [
          {
            level: 'warning',
            where: '/platforms/iphone/fallback',
            what: 'iphone opens an app (com.shop.app://) and has no fallback',
            fix: 'set the store page, for people who do not have the app',
          },
        ],
        asked: [],
      },
    ],
  },
);

export const doctorSchema = {
  operationId: 'examineApp',
  summary: 'What is to be mended of the app, and at which field',
  description: 'What `smartlink doctor` says of an app. Changes nothing.',
  tags: ['Management'],
  querystring: Type.Object({
    network: Type.Optional(
      Type.Enum(['true', 'false'], {
        description:
          '`true`: also fetches the association files under the names of the app, as Apple and Google do, from public addresses only; this may take five seconds. Whoever asks within ten seconds gets the same answer, unless the names or the apps have changed.',
      }),
    ),
  }),
  response: {
    200: {
      description: 'All that was found; a single `ok` where nothing is to be mended.',
      content: { 'application/json': { schema: { $ref: 'Findings#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function doctorHandler(ctx: Context) {
  const answers = networkAnswers(ctx);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const network = flagOf(parametersOf(request), 'network') ?? false;
    const answer = await examineOneApp(ctx, request.actor.appId, network ? answers : undefined);
    const { asked } = answer;
    const findings = answer.findings.map(({ fix, ...finding }) => ({
      ...finding,
      fix: fix ?? null,
    }));
    return sendLongJson(reply, { findings, asked });
  };
}
