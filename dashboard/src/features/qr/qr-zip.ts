import { zipSync } from 'fflate';
import { fileNamesOf, type NamedLink } from './file-name.ts';
import { qrFile } from './qr-file.ts';
import type { QrOptions } from './qr-options.ts';

export interface QrLink extends NamedLink {
  readonly smartlink: string;
}

/** The codes of many links as a ZIP file. `onProgress`: how many are finished. Undefined if `stop` ended it. */
export async function qrZip(
  links: readonly QrLink[],
  options: QrOptions,
  stop: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Blob | undefined> {
  const names = fileNamesOf(links, options.format);
  const files: Record<string, Uint8Array> = {};
  for (const [index, link] of links.entries()) {
    if (stop.aborted) return undefined;
    const file = await qrFile(link.smartlink, options);
    files[names[index] ?? link.code] = new Uint8Array(await file.arrayBuffer());
    onProgress(index + 1);
  }
  // A PNG is compressed already.
  const zip = zipSync(files, { level: options.format === 'png' ? 0 : 6 });
  return new Blob([new Uint8Array(zip)], { type: 'application/zip' });
}
