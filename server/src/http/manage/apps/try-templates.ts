import { Type, type Static } from 'typebox';
import {
  COMPARED_LINKS,
  MAX_DIFFERENT_LINKS,
  tryTemplates,
  type TriedTemplates,
} from '../../../actions/templates/try-templates.ts';
import { MAX_TRIALS } from '../../../actions/templates/trials.ts';
import { parseAppDocument } from '../../../domain/app/app-document.ts';
import type { RebuiltLink } from '../../../domain/template/rebuilt-link.ts';
import {
  readTemplateTrial,
  TemplateTrialSchema,
  type UriTest,
} from '../../../domain/template/template-trial.ts';
import { orRefuse } from '../../../problem.ts';
import { runInSlices } from '../../../time-slices.ts';
import { longBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { whileConnected } from '../../disconnect.ts';
import { ManagedLinkSchema } from '../links/managed-link.ts';
import { nextCursor } from '../paging.ts';
import { ChangedAppSchema } from './app.ts';
import { closedObject, component, refTo, nullable } from '../../../domain/text/shapes.ts';

const { routes, rules } = ManagedLinkSchema.properties;
const nullableText = (description: string) => nullable(Type.String(), description);

export const TriedUriSchema = component('TriedUri', {
  template: nullableText('The template that matches; `null`: none does, and the path is copied.'),
  pattern: nullableText('Its pattern.'),
  parameters: Type.Record(Type.String(), Type.String(), {
    description: 'What the pattern captured, by name.',
  }),
  routes,
  rules,
  metadata_schema: nullable(
    Type.Unsafe<object>({ type: 'object' }),
    'The JSON schema for metadata of the link: that of the template, else of the app; `null`: all metadata is accepted.',
  ),
  errors: Type.Array(closedObject({ pointer: Type.String(), detail: Type.String() }), {
    description: 'Why a link with these routes would be refused; empty: it would be created.',
  }),
});

export const RebuiltLinkSchema = component('RemadeLink', {
  code: Type.String(),
  uri: Type.String(),
  template_before: nullableText('The template that created the routes of the link.'),
  template_after: nullableText('The template that would create them now.'),
  routes_before: { ...routes, description: 'The current routes, which the link keeps.' },
  routes_after: { ...routes, description: 'The routes that a new link would get.' },
});

export const TriedTemplatesSchema = component('TriedTemplates', {
  uri: nullable(refTo(TriedUriSchema), 'The result for `uri`; `null` if none was sent.'),
  warnings: ChangedAppSchema.properties.warnings,
  links: nullable(
    closedObject({
      looked_at: Type.Integer({ minimum: 0 }),
      different: Type.Array(refTo(RebuiltLinkSchema), { maxItems: MAX_DIFFERENT_LINKS }),
      next_cursor: nextCursor,
    }),
    '`null` if neither templates nor platforms were sent.',
  ),
});

export const tryTemplatesEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/templates/try',
  callers: 'viewer',
  id: 'tryTemplates',
  summary: 'Try unsaved templates and platforms',
  description: `Shows the routes that unsaved templates and platforms create for a URI and for existing links. Changes nothing; existing links keep their routes. A page compares at most ${COMPARED_LINKS} links, newest first, and reports at most ${MAX_DIFFERENT_LINKS}. Each app can run one trial at a time, all apps together ${MAX_TRIALS}. A trial ends when the client disconnects. Only routes from templates and platforms are compared: routes that were changed later are ignored, and routes of the request stay on both sides. The body can have 4 MiB, a template and the rest 64 KiB each.`,
  body: longBody(TemplateTrialSchema, parseAppDocument),
  responses: { 200: { description: 'The result of the trial.', schema: TriedTemplatesSchema } },
  problems: ['too_many_trials'],
  handle({ ctx, service, appId, body, reply }) {
    return whileConnected(reply, async (signal) =>
      triedTemplates(
        await service.trials.run(appId, async () => {
          const read = await runInSlices(readTemplateTrial(body, ctx.own()), signal);
          return tryTemplates(ctx, appId, orRefuse(read).trial, signal);
        }),
      ),
    );
  },
});

function triedTemplates({
  uri,
  shadowed,
  links,
}: TriedTemplates): Static<typeof TriedTemplatesSchema> {
  return {
    uri: uri ? triedUri(uri) : null,
    warnings: shadowed.map(({ name, by }) => ({ name, by: [...by] })),
    links: links
      ? {
          looked_at: links.compared,
          different: links.different.map(rebuiltLink),
          next_cursor: links.next === null ? null : String(links.next),
        }
      : null,
  };
}

function triedUri({
  template,
  routes: made,
  rules: madeRules,
  metadataSchema,
  issues,
}: UriTest): Static<typeof TriedUriSchema> {
  return {
    template: template?.name ?? null,
    pattern: template?.pattern ?? null,
    parameters: { ...template?.captures },
    routes: made,
    rules: [...madeRules],
    metadata_schema: metadataSchema ?? null,
    errors: [...issues],
  };
}

function rebuiltLink(link: RebuiltLink): Static<typeof RebuiltLinkSchema> {
  return {
    code: link.code,
    uri: link.uri,
    template_before: link.templateBefore,
    template_after: link.templateAfter,
    routes_before: link.routesBefore,
    routes_after: link.routesAfter,
  };
}
