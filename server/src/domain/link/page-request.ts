import { type Static } from 'typebox';
import type { Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { parserOf } from '../text/schema.ts';
import { component, uriText } from '../text/shapes.ts';
import { webAddressIssue } from './route.ts';

/** The body of `POST /manage/v1/social-preview/fetch`. */
export const PageRequestSchema = component(
  'PageRequest',
  { url: uriText('The http(s) address of the page, without user info.') },
  { examples: [{ url: 'https://shop.example/products/7' }] },
);
export type PageRequest = Static<typeof PageRequestSchema>;

export const parsePageRequest: (json: JsonText) => PageRequest | Refused = parserOf(
  PageRequestSchema,
  (request) => {
    const detail = webAddressIssue(request.url);
    return detail === undefined ? request : { issues: [{ pointer: '/url', detail }] };
  },
);
