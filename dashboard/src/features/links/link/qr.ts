import { toCanvas, toString } from 'qrcode';

/** Enough for print at the usual sizes. */
const PNG_PIXELS = 1024;

/** With the quiet zone that the standard asks for, and 15 % of it may be dirty or torn. */
const HOW = { margin: 4, errorCorrectionLevel: 'M' } as const;

export function qrSvg(address: string): Promise<string> {
  return toString(address, { ...HOW, type: 'svg' });
}

/** A PNG of 1024 × 1024 pixels. */
export async function qrPng(address: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  await toCanvas(canvas, address, { ...HOW, width: PNG_PIXELS });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser could not make a PNG of it.'));
    }, 'image/png');
  });
}
