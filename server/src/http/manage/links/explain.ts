import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { explainVisit } from '../../../actions/links/explain-visit.ts';
import { isLongerThan } from '../../../domain/text/text.ts';
import { fail } from '../../../problem.ts';
import { VISITOR_CLASSES } from '../../../visit/facts.ts';
import { problems } from '../../documented.ts';
import { codeParams } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { parametersOf } from '../query-text.ts';

export const ExplanationSchema = Type.Object(
  {
    code: Type.String(),
    visitor: Type.Enum([...VISITOR_CLASSES], { description: 'What the visitor was taken for.' }),
    kind: Type.Enum(['redirect', 'open-app', 'get-app', 'probe', 'preview', 'no-route', 'gone'], {
      description: 'What is answered: a redirect, or one of the pages.',
    }),
    status: Type.Integer(),
    addresses: Type.Record(Type.String(), Type.String(), {
      description: 'The addresses in the answer, by what they are for.',
    }),
    why: Type.Array(Type.String(), { description: 'The reasons, step by step.' }),
    rules: Type.String({ description: 'The version of the rules that tell devices apart.' }),
  },
  {
    $id: 'Explanation',
    additionalProperties: false,
    examples: [
      {
        code: 'H7kTq2Rb',
        visitor: 'iphone',
        kind: 'redirect',
        status: 302,
        addresses: { location: 'https://shop.example/products/5' },
        why: [
          'the visitor is on iphone: the user agent says iPhone',
          'there is no iphone route',
          'there is no universal route',
          'the web route is a web address',
        ],
        rules: '2026-11-22',
      },
    ],
  },
);

const MAX_TEXT = 1024;
const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_TEXT, description }));

export const explainSchema = {
  operationId: 'explainSmartlink',
  summary: 'What a visitor gets, and why',
  description: 'Decides a visit as if somebody had opened the link. Nothing is counted or changed.',
  tags: ['Management'],
  params: codeParams,
  querystring: Type.Object({
    user_agent: text('What the browser calls itself; left out: as the request does.'),
    platform_hint: text('Its `Sec-CH-UA-Platform`, if it sends one.'),
    cookie: text('Its cookies; `smartlink_device` is what a tablet was found to be.'),
    host: text('The host under which the link is opened; left out: that of `{smartlink_base}`.'),
    query: text('The query of the visit, without its question mark.'),
  }),
  response: {
    200: {
      description: 'The answer, and its reasons.',
      content: { 'application/json': { schema: { $ref: 'Explanation#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function explainHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { code } = request.params as { code: string };
    const wanted = parametersOf(request);
    const said = (name: string): string | undefined => {
      const value = wanted[name];
      if (value === undefined || !isLongerThan(value, MAX_TEXT)) return value;
      fail('bad_request', `The parameter ${name} must have at most ${MAX_TEXT} characters.`);
    };
    const headers = {
      'user-agent': said('user_agent') ?? request.headers['user-agent'],
      'sec-ch-ua-platform': said('platform_hint'),
      cookie: said('cookie'),
      host: said('host'),
    };
    const query = `?${said('query') ?? ''}`;
    const explained = await explainVisit(ctx, code, headers, query, request.actor.appId);
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(JSON.stringify(explained));
  };
}
