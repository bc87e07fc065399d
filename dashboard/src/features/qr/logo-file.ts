import { imageOf, inSquare } from '../../lib/square-image.ts';

/** Enough for a logo in a printed code. */
const SIZE = 256;
/** Decoding a larger file could use up the memory of the tab. */
const MAX_BYTES = 10_000_000;

/** The image as a PNG of 256 × 256 pixels in a `data:` address; undefined if it is no image. It stays in the browser. */
export async function logoOf(file: Blob): Promise<string | undefined> {
  const picture = file.size > MAX_BYTES ? undefined : await imageOf(file);
  return picture && inSquare(picture, SIZE).toDataURL('image/png');
}
