import { Type } from 'typebox';
import { fetchPage } from '../../../actions/social/fetch-page.ts';
import { parsePageRequest, PageRequestSchema } from '../../../domain/link/page-request.ts';
import { component, nullable } from '../../../domain/text/shapes.ts';
import { fail } from '../../../problem.ts';
import { parsedBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { whileConnected } from '../../disconnect.ts';

export const PageSocialSchema = component('PageSocial', {
  title: nullable(Type.String(), 'The title of the page; `null`: none.'),
  description: nullable(Type.String(), 'The description of the page; `null`: none.'),
  image: nullable(Type.String(), 'The http(s) address of the image of the page; `null`: none.'),
});

export const fetchSocialEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/social-preview/fetch',
  callers: 'editor',
  id: 'fetchSocial',
  summary: 'Read the social preview of a page',
  description:
    'Requests the page once and returns its title, description and image (Open Graph, Twitter Card or HTML), shortened to the limits of `social`. Changes nothing. Follows up to three redirects, takes up to five seconds, and reads only `text/html`, of which at most 512 KiB. Addresses of private networks are not requested.',
  body: parsedBody(PageRequestSchema, parsePageRequest),
  responses: { 200: { description: 'What the page says about itself.', schema: PageSocialSchema } },
  problems: ['page_unavailable', 'too_many_pages'],
  handle({ ctx, service, appId, body, reply }) {
    service.limitPageFetches(appId);
    return whileConnected(
      reply,
      async (signal) =>
        (await fetchPage(body.url, ctx.reach, signal)) ?? fail('page_unavailable', UNAVAILABLE),
    );
  },
});

// The same for every failure: it must not tell what is in private networks.
const UNAVAILABLE =
  'The page could not be read. It must be a public HTML page that responds within five seconds.';
