import { ownCodeIn } from '../../domain/link/own-address.ts';
import { fail, refuse } from '../../problem.ts';
import { findLink, type StoredLink } from '../../storage/links.ts';
import type { Context } from '../context.ts';

/**
 * Returns a link with all fields by its code or address.
 * @throws `not_found`; `validation_failed` for an address at which no links of this service open
 */
export async function showLink(
  ctx: Context,
  wanted: string,
): Promise<StoredLink & { address: string }> {
  const own = ctx.own();
  const code = ownCodeIn(wanted, own);
  if (code === undefined) {
    const detail = `is not the address of a smart link of this service: they open at ${own.smartlinkBase}/<code>. Use the code of the link, or run the command with the settings of the service`;
    refuse([{ pointer: '/smartlink', detail }]);
  }
  const link = await findLink(ctx.db, code);
  if (!link) fail('not_found', `no smart link has the code "${code}"`);
  return { ...link, address: `${own.smartlinkBase}/${code}` };
}
