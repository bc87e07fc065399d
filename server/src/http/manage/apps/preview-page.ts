import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sampleVisit } from '../../../actions/apps/sample-visit.ts';
import type { Context } from '../../../actions/context.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import { fail } from '../../../problem.ts';
import { problems } from '../../documented.ts';
import { ownView } from '../../send-page.ts';
import { render } from '../../visit/answer-page.ts';
import { BODY_PROBLEMS, MANAGE_PROBLEMS } from '../problems.ts';

export const PreviewedPageSchema = Type.Object(
  {
    html: Type.String({
      description: 'The whole page. Show it in a frame that is sandboxed: it may lead elsewhere.',
    }),
  },
  { $id: 'PreviewedPage', additionalProperties: false },
);

export const previewPageSchema = {
  operationId: 'previewPage',
  summary: 'How a page for visitors would look with settings that are not saved',
  description:
    'Reads `visits` as `PATCH /manage/v1/app` does, and changes nothing. The link on the page is the newest one of the app that shows it, else one that is made up.',
  tags: ['Management'],
  body: { content: { 'application/json': { schema: { $ref: 'PreviewRequest#' } } } },
  response: {
    200: {
      description: 'The page.',
      content: { 'application/json': { schema: { $ref: 'PreviewedPage#' } } },
    },
    ...problems(...MANAGE_PROBLEMS, ...BODY_PROBLEMS),
  },
};

export function previewPageHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json)
      fail('invalid_json', 'The body is missing; send an object with "visits" and "page".');
    const {
      answer,
      app,
      visit,
      language = 'en',
    } = await sampleVisit(ctx, request.actor.appId, json);
    const shown = render(ctx, answer, app, visit, '');
    if (typeof shown === 'string') throw new Error(`a sample of a page leads to ${shown}`);
    const { html } = shown.make({ ...ownView(), language, look: app.settings });
    return reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(JSON.stringify({ html }));
  };
}
