import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { ROOT } from '#server/test/harness.ts';

const JSQR = readFileSync(join(ROOT, 'node_modules/jsqr/dist/jsQR.js'), 'utf8');

interface Read {
  readonly text: string | undefined;
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** What a camera in front of a picture would read, on a page of its own. */
export async function readQr(
  context: BrowserContext,
  picture: Buffer,
  type: 'image/svg+xml' | 'image/png',
): Promise<Read> {
  const page = await context.newPage();
  await page.evaluate(JSQR);
  const read = await page.evaluate<Read>(`(async () => {
    const image = new Image();
    image.src = 'data:${type};base64,${picture.toString('base64')}';
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 });
    const drawing = canvas.getContext('2d');
    drawing.drawImage(image, 0, 0, 480, 480);
    const { data } = drawing.getImageData(0, 0, 480, 480);
    return { text: jsQR(data, 480, 480)?.data, width, height };
  })()`);
  await page.close();
  return read;
}
