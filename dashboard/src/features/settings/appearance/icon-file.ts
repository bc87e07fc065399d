/** Converts an image file to an icon for the visitor pages. */
import { imageOf, inSquare } from '../../../lib/square-image.ts';

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
  const picture = await imageOf(file);
  if (picture === undefined) return { kind: 'not-image' };
  const canvas = inSquare(picture, SIZE);
  const solid = inSquare(picture, SIZE, '#ffffff');
  const addresses = FORMS.map(([type, quality]) =>
    // JPEG has no transparency: without a background, transparent parts would be black.
    (type === 'image/jpeg' ? solid : canvas).toDataURL(type, quality),
  );
  const address = addresses.find((candidate) => candidate.length <= MAX_ICON_LENGTH);
  if (address !== undefined) return { kind: 'icon', address };
  return { kind: 'too-large', length: Math.min(...addresses.map(({ length }) => length)) };
}
