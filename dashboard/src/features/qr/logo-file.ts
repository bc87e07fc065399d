/** Enough for a logo in a printed code. */
const SIZE = 256;
/** Decoding a larger file could use up the memory of the tab. */
const MAX_BYTES = 10_000_000;

/** The image as a PNG of 256 × 256 pixels in a `data:` address; undefined if it is no image. It stays in the browser. */
export async function logoOf(file: Blob): Promise<string | undefined> {
  if (file.size > MAX_BYTES) return undefined;
  const address = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return drawn(picture).toDataURL('image/png');
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The whole image in the center of a square. */
function drawn(picture: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images.');
  // An SVG without a size reports 0.
  const [width, height] = [picture.naturalWidth || SIZE, picture.naturalHeight || SIZE];
  const scale = SIZE / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (SIZE - w) / 2, (SIZE - h) / 2, w, h);
  return canvas;
}
