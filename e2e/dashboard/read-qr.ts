import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page as Tab } from 'playwright-core';
import { ROOT } from '#server/test/harness.ts';

const JSQR = readFileSync(join(ROOT, 'node_modules/jsqr/dist/jsQR.js'), 'utf8');

interface DecodedImage {
  readonly text: string | undefined;
  /** The size of the image in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A page with the decoder for each context, because a new one takes longer than the decoding. */
const decoders = new WeakMap<BrowserContext, Promise<Tab>>();

async function openDecoder(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  await page.evaluate(JSQR);
  return page;
}

/** Decodes the QR code of an image, on a separate page. */
export async function readQr(
  context: BrowserContext,
  picture: Buffer,
  type: 'image/svg+xml' | 'image/png',
): Promise<DecodedImage> {
  const decoder = decoders.get(context) ?? openDecoder(context);
  decoders.set(context, decoder);
  return (await decoder).evaluate<DecodedImage>(`(async () => {
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
}
