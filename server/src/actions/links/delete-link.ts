import type { Context } from '../context.ts';
import { insistOnVersion, ownLink, type Versions } from './managed-link.ts';
import { saveLink, type Editor } from './save-link.ts';

/**
 * Deletes a link for good: it answers 410 from now on and its code is never given again. The ledger
 * stays, and a redemption that was granted keeps its answer. Deleting twice changes nothing.
 */
export async function deleteLink(
  ctx: Context,
  editor: Editor,
  code: string,
  versions?: Versions,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const link = await ownLink(tx, editor.appId, code);
    if (link.state === 'deleted') return;
    insistOnVersion(link, versions);
    await saveLink(ctx, tx, editor, link, { ...link, state: 'deleted' }, 'delete');
  });
  ctx.memory.forget(`link:${code}`);
}
