import { codeIn } from '../../domain/link/code.ts';
import { fail } from '../../problem.ts';
import { findLink, type StoredLink } from '../../storage/links.ts';
import type { Context } from '../context.ts';

/**
 * Returns a link with all fields by its code or address.
 * @throws `not_found`
 */
export async function showLink(
  ctx: Context,
  wanted: string,
): Promise<StoredLink & { address: string }> {
  const code = codeIn(wanted);
  const link = await findLink(ctx.db, code);
  if (!link) fail('not_found', `no smart link has the code "${code}"`);
  return { ...link, address: `${ctx.own().smartlinkBase}/${code}` };
}
