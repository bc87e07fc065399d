import {
  MAX_SAVED_FILTERS,
  type SavedFilter,
  type SavedFiltersChange,
} from '../../domain/link/saved-filter.ts';
import { pointer } from '../../domain/text/issue.ts';
import { refuse } from '../../problem.ts';
import {
  listSavedFilters,
  removeFilter,
  saveFilter,
  type FilterOwner,
} from '../../storage/saved-filters.ts';
import type { Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';

/** The filters that a member has saved in an app, by name. */
export function showSavedFilters(ctx: Context, owner: FilterOwner): Promise<SavedFilter[]> {
  return listSavedFilters(ctx.db, owner);
}

/**
 * Removes and saves filters of a member, all or nothing. Returns those of the member afterwards.
 * @throws `validation_failed` if there would be too many, `role_too_low`
 */
export function changeSavedFilters(
  ctx: Context,
  owner: FilterOwner,
  { remove = [], save = [] }: SavedFiltersChange,
): Promise<SavedFilter[]> {
  // Two requests at once could otherwise save more than permitted.
  return ctx.db.appTransaction(owner.appId, async (tx) => {
    // Filters of a member who was removed in the meantime would never be deleted.
    await assertRole(tx, { appId: owner.appId, actor: owner.memberId }, 'viewer');
    for (const name of remove) await removeFilter(tx, owner, name);
    for (const filter of save) await saveFilter(tx, owner, filter);
    const filters = await listSavedFilters(tx, owner);
    if (filters.length <= MAX_SAVED_FILTERS) return filters;
    const detail = `would result in ${filters.length} filters; a member can have at most ${MAX_SAVED_FILTERS} in an app`;
    return refuse([{ pointer: pointer('save'), detail }]);
  });
}
