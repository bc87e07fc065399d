import { linkCells, LINK_COLUMNS } from '../../domain/link/link-cells.ts';
import { csvLine } from '../../domain/text/csv.ts';
import { escapeControls } from '../../domain/text/escape-controls.ts';
import { loadOverrides } from '../../storage/routed-links.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Context } from '../context.ts';
import { linkDocument } from '../documents/link-document.ts';
import { scanPage, type LinkSearch } from './list-links.ts';

export const LINK_EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type LinkExportFormat = (typeof LINK_EXPORT_FORMATS)[number];

/** Links of one read; each can have more than 64 KB. */
const LINKS_AT_A_TIME = 100;

/**
 * All links of an app that match, newest first, as text in blocks that are read while they are taken. Links that are
 * created in the meantime are left out. In NDJSON, a line is a link as the API returns it. After `signal` is aborted, it
 * reads no more links.
 */
export async function* exportLinks(
  ctx: Context,
  appId: string,
  filter: Omit<LinkSearch, 'oldestFirst'>,
  format: LinkExportFormat,
  signal?: AbortSignal,
): AsyncGenerator<string, void, void> {
  if (format === 'csv') yield csvLine(LINK_COLUMNS);
  const search = { ...filter, oldestFirst: false };
  for (let from: number | null | undefined; from !== null;) {
    const part = { room: LINKS_AT_A_TIME, from, except: [] };
    const { entries, next } = await scanPage(ctx, appId, search, part);
    if (signal?.aborted) return;
    const codes = entries.map(({ code }) => code);
    const overrides = await loadOverrides(ctx.db, codes);
    for (const link of entries) {
      await yieldToEventLoop();
      const document = linkDocument(ctx, link);
      const sent = overrides.get(link.code) ?? {};
      const metadata = link.metadata === null ? null : escapeControls(link.metadata);
      yield format === 'csv'
        ? csvLine(linkCells({ ...document, metadata, sent }))
        : ndjsonLine({ ...document, requested_routes: sent }, metadata);
    }
    from = next;
  }
}

/**
 * Metadata is JSON text, which stays nearly as it was sent, but in one line: a line in it could be read as another link.
 * Strings in JSON contain no line breaks.
 */
function ndjsonLine(document: object, metadata: string | null): string {
  const text = metadata?.replaceAll(/[\r\n]+/g, ' ') ?? 'null';
  return `${JSON.stringify(document).slice(0, -1)},"metadata":${text}}\n`;
}
