import type { LinksChange } from '../../../../api/schema.ts';
import { savedQuery } from '../filters/saved-query.ts';
import { searchQuery, type ListSearch } from '../list-search.ts';

const BULK_ACTIONS = [
  'add_tags',
  'remove_tags',
  'disable',
  'enable',
  'templates',
  'delete',
  'restore',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export function changeOf(action: BulkAction, tags: readonly string[]): LinksChange['change'] {
  switch (action) {
    case 'add_tags':
      return { add_tags: tags };
    case 'remove_tags':
      return { remove_tags: tags };
    case 'disable':
      return { state: 'disabled' };
    case 'enable':
      return { state: 'active' };
    case 'templates':
      return { routes: 'current_templates' };
    case 'delete':
      return { state: 'deleted' };
    case 'restore':
      return { restore: true };
  }
}

/** What can be done with the links of a list. Deleted links can only be restored. */
export function actionsFor(search: ListSearch): readonly BulkAction[] {
  if (searchQuery(search).state === 'deleted') return ['restore'];
  return BULK_ACTIONS.filter((action) => action !== 'restore');
}

export function needsTags(action: BulkAction): boolean {
  return action === 'add_tags' || action === 'remove_tags';
}

/** The filters of the list in the form of a change of many links. */
export function filterOf(search: ListSearch): NonNullable<LinksChange['filter']> {
  const { sort: _, ...filter } = savedQuery(search);
  return filter;
}
