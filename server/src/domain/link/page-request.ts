import type { Static } from 'typebox';
import { issueAt, type Refused } from '../text/issue.ts';
import { parserOf } from '../text/schema.ts';
import { component, uriText } from '../text/shapes.ts';
import { webAddressIssue } from './route.ts';

/** The body of `POST /manage/v1/social-preview/fetch`. */
export const PageRequestSchema = component(
  'PageRequest',
  { url: uriText('The http(s) address of the page, without user info.') },
  { examples: [{ url: 'https://shop.example/products/7' }] },
);

export const parsePageRequest = parserOf(
  PageRequestSchema,
  (request): Static<typeof PageRequestSchema> | Refused => {
    const issues = issueAt('/url', webAddressIssue(request.url));
    return issues.length > 0 ? { issues } : request;
  },
);
