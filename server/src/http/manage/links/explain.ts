import { Type } from 'typebox';
import { explainVisit } from '../../../actions/links/explain-visit.ts';
import { VISITOR_CLASSES } from '../../../visit/facts.ts';
import { simulationIssues } from '../../../domain/rule/simulation.ts';
import { parseTime } from '../../../domain/text/time-text.ts';
import { refuse } from '../../../problem.ts';
import { endpoint } from '../../endpoint.ts';
import { codeParams } from './managed-link.ts';
import { component, nullable } from '../../../domain/text/shapes.ts';

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
        'not-found',
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
    rule: nullable(
      Type.Integer({ minimum: 1 }),
      'The rule of the link that applies, counted from 1; `null`: none.',
    ),
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
        rule: null,
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
    language: text('The preferred language of the visitor, such as `pt-BR`. Default: unknown.'),
    country: text('The country of the visitor, such as `DE`. Default: that of `address`.'),
    address: text(
      'An IP address of the visitor, which determines the country and the percentile. Default: unknown.',
    ),
    percentile: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 99,
        description: 'The percentile of the visitor. Default: that of `address`.',
      }),
    ),
    app_version: text('The version of the app that resolves the link. Default: none, a browser.'),
    at: text('The time of the visit, RFC 3339. Default: now.'),
  }),
  responses: { 200: { description: 'The response, and its reasons.', schema: ExplanationSchema } },
  handle({ ctx, appId, params, query, request }) {
    const { language, country, address, percentile, app_version: appVersion, at } = query;
    const conditions = { language, country, address, appVersion };
    // No visitor can have them.
    const issues = simulationIssues({ ...conditions, at });
    if (issues.length > 0) {
      refuse(issues.map(({ pointer, detail }) => ({ pointer: `/query${pointer}`, detail })));
    }
    const headers = {
      'user-agent': query.user_agent ?? request.headers['user-agent'],
      'sec-ch-ua-platform': query.platform_hint,
      cookie: query.cookie,
      host: query.host,
    };
    const visitor = {
      ...conditions,
      headers,
      percentile,
      query: `?${asSent(query.query ?? '')}`,
      at: at === undefined ? undefined : parseTime(at),
    };
    return explainVisit(ctx, params.code, visitor, appId);
  },
});

/** Browsers send only ASCII. */
function asSent(query: string): string {
  return query
    .toWellFormed()
    .replace(/[^\0-\x7f]+/g, (characters) => encodeURIComponent(characters));
}
