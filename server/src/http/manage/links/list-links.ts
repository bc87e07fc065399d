import { Type } from 'typebox';
import { listLinks } from '../../../actions/links/list-links.ts';
import { LINK_STATES } from '../../../domain/link/link-state.ts';
import { endpoint } from '../../endpoint.ts';
import { nextCursor, pageQuery, pageRequest, pageText } from '../paging.ts';
import { searchText } from '../search-text.ts';
import { managedLinkText } from './managed-link.ts';
import { component } from '../../../domain/text/shapes.ts';

export const ManagedLinksSchema = component('ManagedLinks', {
  smartlinks: Type.Array(Type.Unsafe({ $ref: 'ManagedLink#' })),
  next_cursor: nextCursor,
});

const SORTS = ['newest', 'oldest'] as const;

export const listLinksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks',
  callers: 'viewer',
  id: 'listManagedSmartlinks',
  summary: 'List and search the smart links of the app',
  description:
    'A request searches at most 10,000 links. A page can therefore have fewer than `limit` links, or none, and still have a `next_cursor` that continues the search.',
  query: Type.Object({
    ...pageQuery.properties,
    sort: Type.Optional(Type.Enum([...SORTS], { default: 'newest' })),
    q: Type.Optional(
      Type.String({
        description:
          'Matches the start of the code (or of an address of the link), and any part of the URI, a tag, the name, the note, the title of the social preview or a string in the metadata, without regard to letter case. A complete code, address or unique URI is listed first.',
      }),
    ),
    tag: Type.Optional(Type.String({ description: 'Links with exactly this tag.' })),
    template: Type.Optional(
      Type.String({ description: 'Links whose routes the template of this name created.' }),
    ),
    state: Type.Optional(
      Type.Enum([...LINK_STATES], { description: 'Default: all links that are not deleted.' }),
    ),
    unique: Type.Optional(Type.Enum(['true', 'false'])),
  }),
  responses: { 200: { description: 'A page of links.', schema: ManagedLinksSchema } },
  async handle({ ctx, appId, query }) {
    const { sort, state, unique } = query;
    const search = {
      oldestFirst: sort === 'oldest',
      text: searchText('q', query.q),
      tag: searchText('tag', query.tag),
      template: searchText('template', query.template),
      state,
      unique: unique === undefined ? undefined : unique === 'true',
    };
    const page = await listLinks(ctx, appId, search, pageRequest(query));
    return pageText('smartlinks', page, (link) => managedLinkText(ctx, link));
  },
});
