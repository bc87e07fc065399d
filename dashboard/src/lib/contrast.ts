/** The contrast of text on a color (WCAG 2.2), with the same rules as the service. */

/** From this contrast on, the service uses white text and darkens the button if necessary. */
const NEARLY_WHITE = 3.4;
const READABLE = 4.5;

interface ColorNote {
  /** The color of the text on buttons of this color. */
  readonly text: 'white' | 'black';
  /** The button is slightly darker than the color, so that white text is readable. */
  readonly darkened: boolean;
}

/** How buttons use a color; undefined: it is not `#rrggbb`. */
export function colorNote(color: string): ColorNote | undefined {
  if (!isColor(color)) return undefined;
  const onWhite = contrast(color, '#ffffff');
  if (onWhite < NEARLY_WHITE) return { text: 'black', darkened: false };
  return { text: 'white', darkened: onWhite < READABLE };
}

/** Whether it is `#rrggbb`. */
export function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
}

/** From 1 (the same color) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
