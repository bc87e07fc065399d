import { Type } from 'typebox';
import { listTags, MAX_FOUND_TAGS } from '../../../actions/links/list-tags.ts';
import { endpoint } from '../../endpoint.ts';
import { searchText } from '../search-text.ts';
import { component } from '../../../domain/text/shapes.ts';

export const KnownTagsSchema = component(
  'KnownTags',
  { tags: Type.Array(Type.String(), { maxItems: MAX_FOUND_TAGS }) },
  { examples: [{ tags: ['print', 'spring'] }] },
);

export const listTagsEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/tags',
  callers: 'viewer',
  id: 'listTags',
  summary: 'List the tags of the app',
  description:
    'For autocompletion: at most 100 tags of links, from the 5,000 that are searched. In alphabetical order.',
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        description: 'Matches part of the tag, regardless of case. Default, or empty: all tags.',
      }),
    ),
  }),
  responses: { 200: { description: 'The tags.', schema: KnownTagsSchema } },
  async handle({ ctx, appId, query }) {
    return { tags: await listTags(ctx, appId, searchText('q', query.q || undefined)) };
  },
});
