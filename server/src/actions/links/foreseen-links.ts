import { upsertedLink } from '../../domain/link/upserted-link.ts';
import { Problem } from '../../problem.ts';
import { findExternalCode, findLink, findUniqueCode } from '../../storage/links.ts';
import type { OnConflict } from '../../domain/link/links-request.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Context } from '../context.ts';
import { uniqueKeyOf } from './create-link.ts';
import { problemOf, type LinkResult, type NumberedLink } from './link-result.ts';
import { externalIdTaken } from './external-id.ts';
import { changedFields } from './save-link.ts';

/** What earlier links of the same request would have taken. */
interface Taken {
  readonly codes: Set<string>;
  readonly externalIds: Set<string>;
  readonly uniqueUris: Set<string>;
}

/** Adds what would happen with each link to the results, as far as it can be known: others can write in the meantime. */
export async function foreseenLinks(
  ctx: Context,
  appId: string,
  links: readonly NumberedLink[],
  onConflict: OnConflict,
  results: LinkResult[],
): Promise<void> {
  const taken: Taken = { codes: new Set(), externalIds: new Set(), uniqueUris: new Set() };
  for (const link of links) {
    await yieldToEventLoop();
    const result = await foreseenLink(ctx, appId, link, onConflict, taken);
    results[link.index] = result instanceof Problem ? problemOf(link.index, result) : result;
  }
}

async function foreseenLink(
  ctx: Context,
  appId: string,
  { planned }: NumberedLink,
  onConflict: OnConflict,
  taken: Taken,
): Promise<LinkResult> {
  const { draft, link } = planned;
  const { externalId, code: chosen } = draft;
  if (externalId !== null) {
    const code = await findExternalCode(ctx.db, appId, externalId);
    const here = taken.externalIds.has(externalId);
    if (code !== undefined || here) {
      if (onConflict === 'fail') return externalIdTaken(externalId, code ?? '');
      if (onConflict === 'skip') return { outcome: 'existing', code };
      const before = code === undefined ? undefined : await findLink(ctx.db, code);
      if (before && chosen !== undefined && chosen !== code)
        return externalIdTaken(externalId, before.code);
      const changes =
        !before || changedFields(before, upsertedLink(before, draft, link)).length > 0;
      return { outcome: changes ? 'updated' : 'existing', code };
    }
  }
  if (link.unique) {
    const code = await findUniqueCode(ctx.db, appId, uniqueKeyOf(link.uri, false));
    if (code !== undefined || taken.uniqueUris.has(link.uri)) return { outcome: 'existing', code };
  }
  if (chosen !== undefined && (taken.codes.has(chosen) || (await findLink(ctx.db, chosen)))) {
    return new Problem('code_taken', `The code "${chosen}" is taken.`);
  }
  if (externalId !== null) taken.externalIds.add(externalId);
  if (link.unique) taken.uniqueUris.add(link.uri);
  if (chosen !== undefined) taken.codes.add(chosen);
  return { outcome: 'created', code: chosen };
}
