import { Type } from 'typebox';
import {
  findExpiringLinks,
  MAX_COUNTED,
  NOTICE_DAYS,
} from '../../../actions/links/expiring-links.ts';
import { MAX_EXPIRY_DAYS } from '../../../domain/link/validity.ts';
import { component } from '../../../domain/text/shapes.ts';
import { endpoint } from '../../endpoint.ts';

export const ExpiringLinksSchema = component('ExpiringLinks', {
  days: Type.Integer({ description: 'The number of days.' }),
  count: Type.Integer({ description: `The number of links, at most ${MAX_COUNTED}.` }),
  more: Type.Boolean({ description: 'Whether there are more links than `count`.' }),
});

export const expiringLinksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/expiring-links',
  callers: 'viewer',
  id: 'countExpiringSmartlinks',
  summary: 'Count the links that end soon',
  description:
    'Active links whose `valid_until` is in the next days. `GET /manage/v1/smartlinks` lists them with `state=active` and `expires_within_days`.',
  query: Type.Object({
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_EXPIRY_DAYS, default: NOTICE_DAYS }),
    ),
  }),
  responses: { 200: { description: 'The number of links.', schema: ExpiringLinksSchema } },
  async handle({ ctx, appId, query }) {
    const { days = NOTICE_DAYS } = query;
    return { days, ...(await findExpiringLinks(ctx, appId, days)) };
  },
});
