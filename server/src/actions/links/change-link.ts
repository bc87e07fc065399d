import type { LinkEdit } from '../../domain/link/link-change.ts';
import { validityIssues } from '../../domain/link/validity.ts';
import { changedRoutes } from '../../domain/link/route-change.ts';
import { fail, orRefuse, refuse } from '../../problem.ts';
import type { StoredLink } from '../../storage/links.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { changedMetadataIssues } from './changed-metadata.ts';
import { assertExternalIdIsFree } from './external-id.ts';
import { assertVersion, getLink, type Versions } from './managed-link.ts';
import { saveLink } from './save-link.ts';

/**
 * Changes a link and writes an audit entry. The change takes effect for the next visit and redemption.
 * `versions`: the link must have one of these.
 * @throws `not_found`, `gone`, `precondition_failed`, `external_id_taken`, `role_too_low`, `validation_failed` with all
 * errors
 */
export async function changeLink(
  ctx: Context,
  author: Author,
  code: string,
  edit: LinkEdit,
  versions?: Versions,
): Promise<StoredLink> {
  const changed = await ctx.db.appTransaction(author.appId, async (tx) => {
    await assertRole(tx, author, 'editor');
    const link = await getLink({ db: tx }, author.appId, code);
    if (link.state === 'deleted') fail('gone', 'The smart link is deleted.');
    assertVersion(link, versions);
    const { routes } = orRefuse(changedRoutes(link.routes, edit.routes ?? {}));
    const after = { ...link, ...definedFields(edit), routes };
    await assertExternalIdIsFree(tx, author.appId, after);
    // The other time may be the stored one.
    const issues = [...validityIssues(after), ...(await changedMetadataIssues(tx, link, after))];
    if (issues.length > 0) refuse(issues);
    return saveLink(ctx, tx, author, link, after, 'change');
  });
  ctx.cache.forget(`link:${code}`);
  return changed;
}

function definedFields<Edit extends object>(
  edit: Edit,
): { [Member in keyof Edit]?: Exclude<Edit[Member], undefined> } {
  const named = Object.entries(edit).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as { [Member in keyof Edit]?: Exclude<Edit[Member], undefined> };
}
