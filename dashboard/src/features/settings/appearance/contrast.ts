/** How well text can be read on a colour, as WCAG 2.2 reckons it; the service does the same. */

/** From here on the service writes white, on a fill that is made darker where it must be. */
const NEARLY_WHITE = 3.4;
const READABLE = 4.5;

export interface ColorNote {
  /** The text that buttons of this colour have. */
  readonly text: 'white' | 'black';
  /** The button is a little darker than the colour, so that white text can be read on it. */
  readonly darkened: boolean;
}

/** What becomes of a colour on buttons; undefined where it is no `#rrggbb`. */
export function colorNote(color: string): ColorNote | undefined {
  if (!isColor(color)) return undefined;
  const onWhite = contrast(color, '#ffffff');
  if (onWhite < NEARLY_WHITE) return { text: 'black', darkened: false };
  return { text: 'white', darkened: onWhite < READABLE };
}

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** From 1, the same, to 21, black on white. */
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
