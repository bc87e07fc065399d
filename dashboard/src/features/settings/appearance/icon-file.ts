/** Converts an image file to an icon for the visitor pages. */

export const MAX_ICON_LENGTH = 6144;
const SIZE = 96;

export type Icon =
  | { readonly kind: 'icon'; readonly address: string }
  | { readonly kind: 'no-picture' }
  /** `length`: characters of the smallest form that could be made of it. */
  | { readonly kind: 'too-large'; readonly length: number };

// From the best looking to the smallest; a browser that cannot write one writes PNG instead.
const FORMS: readonly [type: string, quality?: number][] = [
  ['image/png'],
  ['image/webp', 0.92],
  ['image/webp', 0.75],
  ['image/webp', 0.5],
  ['image/jpeg', 0.8],
  ['image/jpeg', 0.5],
];

/** The picture in 96 × 96 pixels as a `data:` address that a visitor page can carry. */
export async function iconOf(file: Blob): Promise<Icon> {
  const picture = await load(file);
  if (picture === undefined) return { kind: 'no-picture' };
  const canvas = drawn(picture, undefined);
  const solid = drawn(picture, '#ffffff');
  const addresses = FORMS.map(([type, quality]) =>
    // JPEG has no transparency, and black around an icon is never meant.
    (type === 'image/jpeg' ? solid : canvas).toDataURL(type, quality),
  );
  const address = addresses.find((made) => made.length <= MAX_ICON_LENGTH);
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

/** The whole picture in the middle of a square, nothing of it cut off. */
function drawn(picture: HTMLImageElement, ground: string | undefined): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  if (ground !== undefined) {
    context.fillStyle = ground;
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
