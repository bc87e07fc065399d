import { Type } from 'typebox';
import { explainVisit } from '../../../actions/links/explain-visit.ts';
import { VISITOR_CLASSES } from '../../../visit/facts.ts';
import { endpoint } from '../../endpoint.ts';
import { codeParams } from './managed-link.ts';
import { component } from '../../../domain/text/shapes.ts';

export const ExplanationSchema = component(
  'Explanation',
  {
    code: Type.String(),
    visitor: Type.Enum([...VISITOR_CLASSES], { description: 'How the visitor was classified.' }),
    kind: Type.Enum(
      [
        'redirect',
        'open-app',
        'get-app',
        'probe',
        'preview',
        'scan',
        'no-route',
        'gone',
        'early',
        'expired',
      ],
      { description: 'The kind of response: a redirect, or one of the pages.' },
    ),
    status: Type.Integer(),
    addresses: Type.Record(Type.String(), Type.String(), {
      description: 'The addresses in the response, by purpose.',
    }),
    why: Type.Array(Type.String(), { description: 'The reasons, step by step.' }),
    rules: Type.String({ description: 'The version of the device detection rules.' }),
  },
  {
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

const text = (description: string) => Type.Optional(Type.String({ maxLength: 1024, description }));

export const explainEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/:code/explain',
  callers: 'viewer',
  id: 'explainSmartlink',
  summary: 'Explain what a visitor gets',
  description: 'Simulates a visit. Nothing is counted or changed.',
  params: codeParams,
  query: Type.Object({
    user_agent: text('The `User-Agent` of the visitor. Default: that of this request.'),
    platform_hint: text('The `Sec-CH-UA-Platform` of the visitor, if the browser sends one.'),
    cookie: text('The cookies of the visitor; `smartlink_device` marks a detected tablet.'),
    host: text('The host of the visited address. Default: that of `{smartlink_base}`.'),
    query: text('The query of the visited address, without its question mark.'),
  }),
  responses: { 200: { description: 'The response, and its reasons.', schema: ExplanationSchema } },
  handle({ ctx, appId, params, query, request }) {
    const headers = {
      'user-agent': query.user_agent ?? request.headers['user-agent'],
      'sec-ch-ua-platform': query.platform_hint,
      cookie: query.cookie,
      host: query.host,
    };
    return explainVisit(ctx, params.code, headers, `?${query.query ?? ''}`, appId);
  },
});
