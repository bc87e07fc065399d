import { Type } from 'typebox';
import { MAX_LINK_DAYS, topLinks } from '../../../actions/clicks/top-links.ts';
import { dateText } from '../../../actions/documents/click-document.ts';
import { MAX_PAGE_SIZE } from '../../../actions/page.ts';
import { pointer } from '../../../domain/text/issue.ts';
import { closedObject, component, count } from '../../../domain/text/shapes.ts';
import { refuse } from '../../../problem.ts';
import { endpoint } from '../../endpoint.ts';
import { DEFAULT_TOP, steps, topQuery } from './report-shapes.ts';

export const LinkClicksSchema = component('LinkClicks', {
  from: Type.String({ description: 'The first UTC day.' }),
  to: Type.String({ description: 'The last UTC day.' }),
  links: Type.Array(
    closedObject({
      code: Type.String(),
      clicks: count('Visits of people.'),
      visitors: count('The sum of the unique visitors of each day.'),
      ...steps,
      days: Type.Array(Type.Integer({ minimum: 0 }), {
        description: 'The clicks of each day from `from` to `to`.',
      }),
    }),
  ),
});

export const topLinksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks/links',
  callers: 'viewer',
  id: 'getClicksOfLinks',
  summary: 'Count the clicks of each link',
  description: `The links with the most clicks of people first (with equal clicks, those that opened the app most often), or the links of \`codes\` in their order. Counted by UTC days, with the current one until the period is over. The period has at most ${MAX_LINK_DAYS} days.`,
  query: Type.Object({
    ...topQuery,
    codes: Type.Optional(
      Type.String({
        description:
          'At most 100 codes, separated by commas. A code without clicks in this app has zeros.',
      }),
    ),
  }),
  responses: { 200: { description: 'The links.', schema: LinkClicksSchema } },
  problems: ['clicks_off'],
  async handle({ ctx, appId, query }) {
    const { codes, limit = DEFAULT_TOP, ...period } = query;
    const wanted = codes === undefined ? { top: limit } : { codes: codesIn(codes) };
    const { first, last, links } = await topLinks(ctx, appId, period, wanted);
    return { from: dateText(first), to: dateText(last), links };
  },
});

function codesIn(text: string): string[] {
  const codes = [...new Set(text.split(',').filter((code) => code !== ''))];
  if (codes.length > MAX_PAGE_SIZE) {
    refuse([
      { pointer: pointer('query', 'codes'), detail: `has more than ${MAX_PAGE_SIZE} codes` },
    ]);
  }
  return codes;
}
