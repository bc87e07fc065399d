import type { Context } from '../actions/context.ts';
import { linkDocument } from '../actions/documents/link-document.ts';
import type { ManagedLink } from '../actions/links/managed-link.ts';

/** Returns a link as commands print it with `--json`: the document of the management API. */
export function fullLink(ctx: Context, link: ManagedLink): object {
  const metadata = link.metadata === null ? null : (JSON.parse(link.metadata) as unknown);
  return { ...linkDocument(ctx, link), metadata };
}
