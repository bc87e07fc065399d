import { accentOf } from '../../../server/src/domain/app/accent.ts';

interface ColorNote {
  /** The color of the text on buttons of this color. */
  readonly text: 'white' | 'black';
  /** The button is slightly darker than the color, so that white text is readable. */
  readonly darkened: boolean;
}

/** How the pages of the service use a color on buttons; undefined: it is not `#rrggbb`. */
export function colorNote(color: string): ColorNote | undefined {
  if (!isColor(color)) return undefined;
  const { fill, on } = accentOf(color, [], false);
  return { text: on === '#ffffff' ? 'white' : 'black', darkened: fill !== color };
}

/** Whether it is `#rrggbb`. */
export function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);
}
