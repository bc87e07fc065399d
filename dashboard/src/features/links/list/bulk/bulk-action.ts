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
  const changes: Readonly<Record<BulkAction, LinksChange['change']>> = {
    add_tags: { add_tags: tags },
    remove_tags: { remove_tags: tags },
    disable: { state: 'disabled' },
    enable: { state: 'active' },
    templates: { routes: 'current_templates' },
    delete: { state: 'deleted' },
    restore: { restore: true },
  };
  return changes[action];
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
