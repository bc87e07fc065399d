import { Type } from 'typebox';
import { changeLinks } from '../../../actions/links/change-links.ts';
import { LinksChangeSchema, parseLinksChange } from '../../../domain/link/links-change.ts';
import { closedObject, component, count, refTo } from '../../../domain/text/shapes.ts';
import { parsedBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { problemDocument, ProblemSchema } from '../../problem-reply.ts';
import { whileConnected } from '../../disconnect.ts';
import { ManagedLinkSchema } from './managed-link.ts';

const { routes } = ManagedLinkSchema.properties;

export const ChangedLinksSchema = component('ChangedLinks', {
  matched: count('The links of this request: the sum of the other three.'),
  changed: count('Links that were changed; in a dry run, those that would be.'),
  unchanged: count('Links that already were as requested.'),
  failed: Type.Array(closedObject({ code: Type.String(), problem: refTo(ProblemSchema) }), {
    description:
      'Links that could not be changed, and why; the others are changed. Pointers in `errors` are those of the link.',
  }),
  samples: Type.Optional(
    Type.Array(
      closedObject({
        code: Type.String(),
        before: { ...routes, description: 'The current routes.' },
        after: { ...routes, description: 'The routes that the link would get.' },
      }),
      { maxItems: 5, description: 'Some links whose routes would change; only in a dry run.' },
    ),
  ),
  next_cursor: Type.Optional(
    Type.String({
      description: 'Send it as `cursor` to continue; absent if there are no more links.',
    }),
  ),
});

export const changeLinksEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/smartlinks/changes',
  callers: 'editor',
  id: 'changeSmartlinks',
  summary: 'Change many smart links',
  description:
    'Changes the links with these codes, or those that match a filter, newest first. With a filter, a request changes at most `limit` links; repeat it with `next_cursor` until there is none. A response can have fewer links than `limit`, or none, and still a `next_cursor`. Each change has an entry in the history of its link. It is safe to repeat a request: links that are as requested do not change again. If a request fails or is cancelled, some of its links may be changed.',
  body: parsedBody(LinksChangeSchema, parseLinksChange),
  responses: { 200: { description: 'What was changed.', schema: ChangedLinksSchema } },
  handle({ ctx, author, body, reply }) {
    return whileConnected(reply, async (signal) => {
      const { changed, unchanged, failed, samples, next } = await changeLinks(
        ctx,
        author,
        body,
        signal,
      );
      return {
        matched: changed + unchanged + failed.length,
        changed,
        unchanged,
        failed: failed.map(({ code, problem }) => ({
          code,
          problem: problemDocument(problem, ctx.own().baseUrl),
        })),
        ...(body.dryRun ? { samples } : {}),
        ...(next === null ? {} : { next_cursor: String(next) }),
      };
    });
  },
});
