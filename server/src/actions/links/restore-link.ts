import { finalReason, restoredLink } from '../../domain/link/deletion.ts';
import { Problem } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { listKept, type KeptLink } from '../../storage/deleted-links.ts';
import type { LinkChange, StoredLink } from '../../storage/links.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { assertVersion, getLink, type Versions } from './managed-link.ts';
import { saveLink } from './save-link.ts';

/**
 * Restores a deleted link as it was, and writes an audit entry. A link that is not deleted stays as it is.
 * `versions`: the link must have one of these.
 * @throws `not_found`, `gone`, `uri_taken`, `external_id_taken`, `precondition_failed`, `role_too_low`
 */
export async function restoreLink(
  ctx: Context,
  author: Author,
  code: string,
  versions?: Versions,
): Promise<StoredLink> {
  const { appId } = author;
  try {
    return await ctx.db.appTransaction(appId, async (tx) => {
      await assertRole(tx, author, 'editor');
      const link = await getLink({ db: tx }, appId, code);
      if (link.state !== 'deleted') return link;
      assertVersion(link, versions);
      const kept = await findRestorations(tx, appId, [link]);
      const after = restoration(link, kept, ctx.now());
      if (after instanceof Problem) throw after;
      return saveLink(ctx, tx, author, link, after, 'restore');
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    // A create does not wait for the transactions of its app: it can take the URI after the check.
    const [kept] = await listKept(ctx.db, appId, [code]);
    const takenBy = kept?.takenBy ?? null;
    throw takenBy === null ? error : uriTaken(takenBy);
  } finally {
    ctx.cache.forget(`link:${code}`);
  }
}

/** What deleted links were, by code. */
export type Restorations = ReadonlyMap<string, KeptLink>;

/** `reader`: the database or a transaction. */
export async function findRestorations(
  reader: Reader,
  appId: string,
  links: readonly StoredLink[],
): Promise<Restorations> {
  const codes = links.map(({ code }) => code);
  const kept = await listKept(reader, appId, codes);
  return new Map(kept.map((one) => [one.code, one]));
}

/** What a deleted link was, whatever other links have now. */
export function withoutConflicts(kept: Restorations, { code }: StoredLink): Restorations {
  const link = kept.get(code);
  return link ? new Map([[code, { ...link, takenBy: null, externalIdTakenBy: null }]]) : kept;
}

/** A deleted link as it was, or why it cannot be restored. */
export function restoration(
  link: StoredLink,
  restorations: Restorations,
  now: number,
): LinkChange | Problem {
  const reason = finalReason(link, now);
  if (reason !== undefined) {
    return new Problem('gone', `The smart link is deleted and cannot be restored: ${reason}.`);
  }
  const kept = restorations.get(link.code);
  if (kept === undefined) return new Problem('gone', 'The smart link is deleted.');
  if (kept.takenBy !== null) return uriTaken(kept.takenBy);
  if (kept.externalIdTakenBy !== null) return externalIdTaken(link, kept.externalIdTakenBy);
  return restoredLink<LinkChange>(link, kept.state);
}

function externalIdTaken({ externalId }: StoredLink, code: string): Problem {
  const detail = `The link with the code "${code}" has the external_id "${externalId}" now. Change or delete that link first.`;
  return new Problem('external_id_taken', detail, { members: { existing_code: code } });
}

function uriTaken(code: string): Problem {
  const detail = `The app has another unique link for this URI now, with the code "${code}". Delete that link first.`;
  return new Problem('uri_taken', detail, { members: { existing_code: code } });
}
