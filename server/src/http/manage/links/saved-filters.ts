import { changeSavedFilters, showSavedFilters } from '../../../actions/links/saved-filters.ts';
import {
  parseSavedFiltersChange,
  SavedFiltersChangeSchema,
  SavedFiltersSchema,
} from '../../../domain/link/saved-filter.ts';
import { parsedBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';

export const listSavedFiltersEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/filters',
  callers: 'member',
  id: 'listSavedFilters',
  summary: 'List your saved filters',
  description: 'The filters of the list of links that the signed-in member has saved in the app.',
  responses: { 200: { description: 'The filters.', schema: SavedFiltersSchema } },
  async handle({ ctx, appId, user }) {
    return { filters: await showSavedFilters(ctx, { appId, memberId: user.member.id }) };
  },
});

export const changeSavedFiltersEndpoint = endpoint({
  method: 'PATCH',
  path: '/manage/v1/filters',
  callers: 'member',
  id: 'changeSavedFilters',
  summary: 'Save and remove filters',
  description:
    'All or nothing. To rename a filter, remove the old name and save the new one in the same request. A member can have 50 filters in an app; other members do not see them.',
  body: parsedBody(SavedFiltersChangeSchema, parseSavedFiltersChange),
  responses: { 200: { description: 'All filters afterwards.', schema: SavedFiltersSchema } },
  problems: ['role_too_low'],
  async handle({ ctx, appId, user, body }) {
    const owner = { appId, memberId: user.member.id };
    return { filters: await changeSavedFilters(ctx, owner, body) };
  },
});
