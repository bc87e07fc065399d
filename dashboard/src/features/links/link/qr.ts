import { toCanvas, toString } from 'qrcode';

/** Enough for print. */
const PNG_PIXELS = 1024;

/** With the quiet zone of the standard; 15 % of the code can be damaged. */
const OPTIONS = { margin: 4, errorCorrectionLevel: 'M' } as const;

export function qrSvg(address: string): Promise<string> {
  return toString(address, { ...OPTIONS, type: 'svg' });
}

/** A PNG of 1024 × 1024 pixels. */
export async function qrPng(address: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  await toCanvas(canvas, address, { ...OPTIONS, width: PNG_PIXELS });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser could not create a PNG image.'));
    }, 'image/png');
  });
}
