/** Converts an image file to an icon for the visitor pages. */

export const MAX_ICON_LENGTH = 6144;
const SIZE = 96;

type Icon =
  | { readonly kind: 'icon'; readonly address: string }
  | { readonly kind: 'not-image' }
  /** `length`: the number of characters of the smallest version. */
  | { readonly kind: 'too-large'; readonly length: number };

// From the best quality to the smallest. A browser that does not support a format writes PNG.
const FORMS: readonly [type: string, quality?: number][] = [
  ['image/png'],
  ['image/webp', 0.92],
  ['image/webp', 0.75],
  ['image/webp', 0.5],
  ['image/jpeg', 0.8],
  ['image/jpeg', 0.5],
];

/** The image with 96 × 96 pixels as a `data:` URL for visitor pages. */
export async function iconOf(file: Blob): Promise<Icon> {
  const picture = await load(file);
  if (picture === undefined) return { kind: 'not-image' };
  const canvas = drawn(picture, undefined);
  const solid = drawn(picture, '#ffffff');
  const addresses = FORMS.map(([type, quality]) =>
    // JPEG has no transparency: without a background, transparent parts would be black.
    (type === 'image/jpeg' ? solid : canvas).toDataURL(type, quality),
  );
  const address = addresses.find((candidate) => candidate.length <= MAX_ICON_LENGTH);
  if (address !== undefined) return { kind: 'icon', address };
  return { kind: 'too-large', length: Math.min(...addresses.map(({ length }) => length)) };
}

async function load(file: Blob): Promise<HTMLImageElement | undefined> {
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

/** Draws the whole image in the center of a square. */
function drawn(picture: HTMLImageElement, background: string | undefined): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images.');
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, SIZE, SIZE);
  }
  // An SVG without a size reports 0.
  const [width, height] = [picture.naturalWidth || SIZE, picture.naturalHeight || SIZE];
  const scale = SIZE / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (SIZE - w) / 2, (SIZE - h) / 2, w, h);
  return canvas;
}
