import { isCode } from '../../domain/link/code.ts';
import { fail } from '../../problem.ts';
import type { Reader } from '../../storage/database.ts';
import { findLink, lookUpLink, type StoredLink } from '../../storage/links.ts';
import type { Context } from '../context.ts';

export type { StoredLink as ManagedLink };

/**
 * Returns a link of the app with all fields, also if it is deleted. `db`: the database or a transaction.
 * @throws `not_found`
 */
export async function getLink(
  { db }: { readonly db: Reader },
  appId: string,
  code: string,
): Promise<StoredLink> {
  return ofApp(isCode(code) ? await findLink(db, code) : undefined, appId);
}

/** The same for requests that only show the link: many of them share a statement. @throws `not_found` */
export async function viewLink({ db }: Context, appId: string, code: string): Promise<StoredLink> {
  return ofApp(isCode(code) ? await lookUpLink(db, code) : undefined, appId);
}

function ofApp(link: StoredLink | undefined, appId: string): StoredLink {
  if (link?.appId !== appId) fail('not_found', 'The app has no smart link with this code.');
  return link;
}

/** Versions that a change was made for; undefined: any. */
export type Versions = readonly number[] | undefined;

/**
 * Checks `If-Match`.
 * @throws `precondition_failed`
 */
export function assertVersion(link: StoredLink, versions: Versions): void {
  if (versions === undefined || versions.includes(link.version)) return;
  fail('precondition_failed', 'The smart link was changed since it was read.');
}
