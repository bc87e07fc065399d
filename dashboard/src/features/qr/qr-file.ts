import type { QrOptions } from './qr-options.ts';
import { qrPng } from './qr-png.ts';
import { qrSvg } from './qr-svg.ts';

/** The code as a file in the selected format. */
export async function qrFile(address: string, options: QrOptions): Promise<Blob> {
  return options.format === 'png'
    ? qrPng(address, options)
    : new Blob([qrSvg(address, options)], { type: 'image/svg+xml' });
}

export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The download has started after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
