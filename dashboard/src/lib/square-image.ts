/** The types of image files that browsers can decode, for an input of files. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml,image/gif,image/avif';

/** Undefined: the file is no image that this browser can decode. */
export async function imageOf(file: Blob): Promise<HTMLImageElement | undefined> {
  const address = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return picture;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Draws the whole image in the center of a square of `size` pixels, which is transparent without a background. */
export function inSquare(
  picture: HTMLImageElement,
  size: number,
  background?: string,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images.');
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, size, size);
  }
  // An SVG without a size reports 0.
  const [width, height] = [picture.naturalWidth || size, picture.naturalHeight || size];
  const scale = size / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (size - w) / 2, (size - h) / 2, w, h);
  return canvas;
}
