/** The colors of an app for one theme, each `#rrggbb`. The numbers are contrast ratios. */
export interface Accent {
  /** The color of buttons and the logo. */
  readonly fill: string;
  /** Text on `fill`, black or white; at least 4.5. */
  readonly on: string;
  /** The border of `fill`, which is visible if `fill` resembles the page; at least 3. */
  readonly edge: string;
  /** Text on the page; at least 4.5. */
  readonly text: string;
}

const BLACK = '#000000';
const WHITE = '#ffffff';
const TEXT = 4.5;
const LINE = 3;
/** With this contrast to white, a slightly darker color can have white text, as people expect on red and blue. */
const TAKES_WHITE = 3.4;

/** The accent for a theme with any of these background colors. */
export function accentOf(color: string, backgrounds: readonly string[], dark: boolean): Accent {
  const away = dark ? WHITE : BLACK;
  const takesWhite = contrast(color, WHITE) >= TAKES_WHITE;
  const fill = takesWhite ? readable(color, [WHITE], BLACK, TEXT) : color;
  return {
    fill,
    on: takesWhite ? WHITE : BLACK,
    edge: readable(fill, backgrounds, away, LINE),
    text: readable(color, backgrounds, away, TEXT),
  };
}

/** The color, mixed with as little of `away` (black or white) as the contrast requires. */
function readable(
  color: string,
  backgrounds: readonly string[],
  away: string,
  contrastNeeded: number,
): string {
  const STEPS = 32;
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, away, step / STEPS);
    if (backgrounds.every((background) => contrast(mixed, background) >= contrastNeeded))
      return mixed;
  }
  return away;
}

function mix(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)];
  const mixed = from.map((value, index) =>
    Math.round(value + ((to[index] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
