import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { listLinks, type LinkSearch } from '../../../actions/links/list-links.ts';
import { LINK_STATES } from '../../../domain/link/link-state.ts';
import { problems } from '../../documented.ts';
import { managedLinkText } from './managed-link.ts';
import { MANAGE_PROBLEMS } from '../problems.ts';
import { nextCursor, pageQuery, readPageRequest, sendPage } from '../paging.ts';
import { flagOf, oneOf, parametersOf, textOf } from '../query-text.ts';

const SORTS = ['newest', 'oldest'] as const;

export const ManagedLinksSchema = Type.Object(
  {
    smartlinks: Type.Array(Type.Unsafe({ $ref: 'ManagedLink#' })),
    next_cursor: nextCursor,
  },
  { $id: 'ManagedLinks', additionalProperties: false },
);

export const listLinksSchema = {
  operationId: 'listManagedSmartlinks',
  summary: 'List and search the smart links of the app',
  description:
    'A page is made from ten thousand links at the most: it may have fewer than `limit`, even none, and still a `next_cursor`, with which the search goes on.',
  tags: ['Management'],
  querystring: Type.Object({
    ...pageQuery.properties,
    sort: Type.Optional(Type.Enum([...SORTS], { default: 'newest' })),
    q: Type.Optional(
      Type.String({
        description:
          'Is part of the URI, or stands at the front of the code. A whole code, address or unique URI is found at once, and comes first.',
      }),
    ),
    tag: Type.Optional(Type.String({ description: 'Has this tag, exactly.' })),
    template: Type.Optional(Type.String({ description: 'Was made by the template of this name.' })),
    state: Type.Optional(
      Type.Enum([...LINK_STATES], { description: 'Left out: all but those that are deleted.' }),
    ),
    unique: Type.Optional(Type.Enum(['true', 'false'])),
  }),
  response: {
    200: {
      description: 'A page of links.',
      content: { 'application/json': { schema: { $ref: 'ManagedLinks#' } } },
    },
    ...problems(...MANAGE_PROBLEMS),
  },
};

export function listLinksHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const search = readSearch(request);
    const { appId } = request.actor;
    const page = await listLinks(ctx, appId, search, readPageRequest(request));
    return sendPage(reply, 'smartlinks', page, (link) => managedLinkText(ctx, link));
  };
}

function readSearch(request: FastifyRequest): LinkSearch {
  const wanted = parametersOf(request);
  return {
    oldestFirst: oneOf(wanted, 'sort', SORTS) === 'oldest',
    text: textOf(wanted, 'q'),
    tag: textOf(wanted, 'tag'),
    template: textOf(wanted, 'template'),
    state: oneOf(wanted, 'state', LINK_STATES),
    unique: flagOf(wanted, 'unique'),
  };
}
