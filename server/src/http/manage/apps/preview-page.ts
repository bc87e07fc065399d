import { Type } from 'typebox';
import { sampleVisit } from '../../../actions/apps/sample-visit.ts';
import { parsePreviewRequest, PreviewRequestSchema } from '../../../domain/app/preview-request.ts';
import { parsedBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { answerPage } from '../../visit/visit-page.ts';
import { component } from '../../../domain/text/shapes.ts';

export const PreviewedPageSchema = component('PreviewedPage', {
  html: Type.String({
    description: 'The complete page. Show it in a sandboxed frame, because it can redirect.',
  }),
});

export const previewPageEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/app/preview',
  callers: 'viewer',
  id: 'previewPage',
  summary: 'Preview a visitor page',
  description:
    'Renders the page with unsaved settings: `visits` as in `PATCH /manage/v1/app`. Changes nothing. The page is of the newest link that shows it, or else of an example link.',
  body: parsedBody(PreviewRequestSchema, parsePreviewRequest),
  responses: { 200: { description: 'The page.', schema: PreviewedPageSchema } },
  async handle({ ctx, appId, body }) {
    const sample = await sampleVisit(ctx, appId, body.request);
    const { answer, app, visit, language = 'en' } = sample;
    const { html } = answerPage(ctx, { answer, app, visit, language });
    return { html };
  },
});
