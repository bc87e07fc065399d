import { fail } from '../../problem.ts';
import {
  findCreator,
  findOldMetadata,
  listMetadataChanges,
  type MetadataChange,
} from '../../storage/metadata-versions.ts';
import type { Context } from '../context.ts';
import type { Page, PageRequest } from '../page.ts';
import { getLink, type ManagedLink } from './managed-link.ts';

export interface LinkMetadata {
  readonly link: ManagedLink;
  /** JSON text as it was sent; null if there is none. */
  readonly metadata: string | null;
}

/**
 * Returns the metadata of a link as JSON text, current or in a version.
 * @throws `not_found`
 */
export async function readMetadata(
  ctx: Context,
  appId: string,
  code: string,
  version: number | undefined,
): Promise<LinkMetadata> {
  const link = await getLink(ctx, appId, code);
  const { metadata, metadataVersion } = link;
  if (version === undefined || version === metadataVersion) return { link, metadata };
  const old = await findOldMetadata(ctx.db, code, version);
  if (!old) fail('not_found', `The metadata of this smart link has no version ${version}.`);
  return { link, metadata: old.metadata };
}

export interface MetadataVersion extends MetadataChange {
  /** Whether it is the current version. */
  readonly current: boolean;
}

/**
 * Returns the versions of a link's metadata, newest first. The cursor is the version at which the previous page
 * ended.
 * @throws `not_found`
 */
export async function listMetadataVersions(
  ctx: Context,
  appId: string,
  code: string,
  { limit, cursor = Number.MAX_SAFE_INTEGER }: PageRequest,
): Promise<Page<MetadataVersion>> {
  const { metadataVersion: newest, createdAt } = await getLink(ctx, appId, code);
  // A version that was added after the link was read is left out, so `current` is consistent.
  const before = Math.min(cursor, newest + 1);
  const changes = await listMetadataChanges(ctx.db, code, before, limit + 1);
  if (changes.length <= limit && before > 1) {
    const creator = (await findCreator(ctx.db, code)) ?? { actor: 'operator', byName: null };
    changes.push({ version: 1, ...creator, createdAt });
  }
  const entries = changes
    .slice(0, limit)
    .map((change) => ({ ...change, current: change.version === newest }));
  const next = changes.length > limit ? (entries.at(-1)?.version ?? null) : null;
  return { entries, next };
}
