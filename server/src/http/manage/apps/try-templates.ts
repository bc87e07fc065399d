import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import {
  LOOKED_AT_LINKS,
  MAX_DIFFERENT_LINKS,
  tryTemplates,
  type RemadeLinks,
  type TriedTemplates,
} from '../../../actions/templates/try-templates.ts';
import { MAX_TRIALS, Trials } from '../../../actions/templates/trials.ts';
import type { JsonText } from '../../../domain/text/json.ts';
import type { RemadeLink } from '../../../domain/template/remade-routes.ts';
import type { UriTest } from '../../../domain/template/template-trial.ts';
import { fail } from '../../../problem.ts';
import { problems } from '../../documented.ts';
import { ChangedAppSchema } from './app.ts';
import { whileConnected } from '../../while-connected.ts';
import { ManagedLinkSchema } from '../links/managed-link.ts';
import { nextCursor } from '../paging.ts';
import { BODY_PROBLEMS, MANAGE_PROBLEMS } from '../problems.ts';
import { sendLongJson } from '../send-json.ts';

const { routes } = ManagedLinkSchema.properties;
const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const TriedUriSchema = Type.Object(
  {
    template: nullable('The template that matches; `null`: none, the same path is copied.'),
    pattern: nullable('Its pattern.'),
    parameters: Type.Record(Type.String(), Type.String(), {
      description: 'What the pattern captured, by name.',
    }),
    routes,
    errors: Type.Array(
      Type.Object(
        { pointer: Type.String(), detail: Type.String() },
        { additionalProperties: false },
      ),
      { description: 'Why a link could not be made from these routes; empty: it could.' },
    ),
  },
  { $id: 'TriedUri', additionalProperties: false },
);

export const RemadeLinkSchema = Type.Object(
  {
    code: Type.String(),
    uri: Type.String(),
    template_before: nullable('The template that made the link.'),
    template_after: nullable('The one that would make it now.'),
    routes_before: { ...routes, description: 'Those that the link has, and keeps.' },
    routes_after: { ...routes, description: 'Those that it would get.' },
  },
  { $id: 'RemadeLink', additionalProperties: false },
);

export const TriedTemplatesSchema = Type.Object(
  {
    uri: Type.Union(
      [Type.Unsafe<Static<typeof TriedUriSchema>>({ $ref: 'TriedUri#' }), Type.Null()],
      {
        description: 'What comes out of `uri`; `null` where none was sent.',
      },
    ),
    warnings: ChangedAppSchema.properties.warnings,
    links: Type.Union(
      [
        Type.Object(
          {
            looked_at: Type.Integer({ minimum: 0 }),
            different: Type.Array(
              Type.Unsafe<Static<typeof RemadeLinkSchema>>({ $ref: 'RemadeLink#' }),
              { maxItems: MAX_DIFFERENT_LINKS },
            ),
            next_cursor: nextCursor,
          },
          { additionalProperties: false },
        ),
        Type.Null(),
      ],
      { description: '`null` where neither templates nor platforms were sent.' },
    ),
  },
  { $id: 'TriedTemplates', additionalProperties: false },
);

export const tryTemplatesSchema = {
  operationId: 'tryTemplates',
  summary: 'What templates and platforms make of a URI and of links, before they are saved',
  description: `Changes nothing, and links keep their routes. A page looks at ${LOOKED_AT_LINKS} links at the most, the newest first, and reports ${MAX_DIFFERENT_LINKS}. Of an app one trial runs at a time, and ${MAX_TRIALS} in all; it ends when the client disconnects. Only what templates and platforms make is compared: routes that were changed by hand are no difference, and those that a request sent stay in both.`,
  tags: ['Management'],
  body: { content: { 'application/json': { schema: { $ref: 'TemplateTrial#' } } } },
  response: {
    200: {
      description: 'What would come out.',
      content: { 'application/json': { schema: { $ref: 'TriedTemplates#' } } },
    },
    ...problems(...MANAGE_PROBLEMS, ...BODY_PROBLEMS, 'too_many_trials'),
  },
};

export function tryTemplatesHandler(ctx: Context) {
  const trials = new Trials(ctx);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const json = request.body as JsonText | undefined;
    if (!json) fail('invalid_json', 'The body is missing; send an object with what to try.');
    const { appId } = request.actor;
    return whileConnected(reply, async (signal) => {
      const tried = await trials.run(appId, () => tryTemplates(ctx, appId, json, signal));
      return sendLongJson(reply, triedTemplates(tried));
    });
  };
}

function triedTemplates({
  uri,
  shadowed,
  links,
}: TriedTemplates): Static<typeof TriedTemplatesSchema> {
  return {
    uri: uri ? triedUri(uri) : null,
    warnings: shadowed.map(({ name, by }) => ({ name, by: [...by] })),
    links: links ? remadeLinks(links) : null,
  };
}

function triedUri({ template, routes: made, faults }: UriTest): Static<typeof TriedUriSchema> {
  return {
    template: template?.name ?? null,
    pattern: template?.pattern ?? null,
    parameters: { ...template?.captures },
    routes: made,
    errors: [...faults],
  };
}

function remadeLinks({ lookedAt, different, next }: RemadeLinks) {
  return {
    looked_at: lookedAt,
    different: different.map(remadeLink),
    next_cursor: next === null ? null : String(next),
  };
}

function remadeLink(link: RemadeLink): Static<typeof RemadeLinkSchema> {
  return {
    code: link.code,
    uri: link.uri,
    template_before: link.templateBefore,
    template_after: link.templateAfter,
    routes_before: link.routesBefore,
    routes_after: link.routesAfter,
  };
}
