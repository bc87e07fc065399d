import { contrast } from '../../../../server/src/domain/app/accent.ts';
import { isColor } from '../../lib/color.ts';
import { storedObject } from '../../lib/stored-object.ts';

/** How much of a code can be damaged: 7, 15, 25 or 30 %. */
export const LEVELS = ['L', 'M', 'Q', 'H'] as const;
export type Level = (typeof LEVELS)[number];

export const FORMATS = ['png', 'svg'] as const;
export type Format = (typeof FORMATS)[number];

export interface QrOptions {
  readonly format: Format;
  /** The width and height of a PNG in pixels. */
  readonly size: number;
  /** `#rrggbb` */
  readonly dark: string;
  readonly light: string;
  readonly level: Level;
  /** The light border, in modules. */
  readonly quietZone: number;
  /** A PNG as a `data:` address. It raises the error correction to H. */
  readonly logo?: string;
}

/** `logo: undefined` removes it. */
export type QrChange = { readonly [Name in keyof QrOptions]?: QrOptions[Name] | undefined };

export const MIN_SIZE = 128;
export const MAX_SIZE = 4096;
export const MAX_QUIET_ZONE = 10;
/** The quiet zone of the standard. Some readers fail with less. */
const STANDARD_QUIET_ZONE = 4;
/** Below this contrast, some cameras fail. */
const READABLE_CONTRAST = 3;
const PRINT_DPI = 300;
const MM_PER_INCH = 25.4;

export const DEFAULT_OPTIONS: QrOptions = {
  format: 'png',
  size: 1024,
  dark: '#000000',
  light: '#ffffff',
  level: 'M',
  quietZone: STANDARD_QUIET_ZONE,
};

const LOGO = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;
/** More than any PNG of the size that logos have. */
const MAX_LOGO_LENGTH = 400_000;

/** Reads stored options. What is missing or invalid has its default. */
export function parseOptions(text: string | null): QrOptions {
  const { format, size, dark, light, level, quietZone, logo } = storedObject(() => text);
  return {
    format: FORMATS.find((known) => known === format) ?? DEFAULT_OPTIONS.format,
    size: isSize(size) ? size : DEFAULT_OPTIONS.size,
    dark: isColor(dark) ? dark : DEFAULT_OPTIONS.dark,
    light: isColor(light) ? light : DEFAULT_OPTIONS.light,
    level: LEVELS.find((known) => known === level) ?? DEFAULT_OPTIONS.level,
    quietZone: isQuietZone(quietZone) ? quietZone : DEFAULT_OPTIONS.quietZone,
    ...(isLogo(logo) ? { logo } : {}),
  };
}

export function isSize(value: unknown): value is number {
  return isIntegerIn(value, MIN_SIZE, MAX_SIZE);
}

export function isQuietZone(value: unknown): value is number {
  return isIntegerIn(value, 0, MAX_QUIET_ZONE);
}

function isIntegerIn(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function isLogo(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LOGO_LENGTH && LOGO.test(value);
}

/** The error correction that is used: a logo hides a part of the code. */
export function levelOf({ level, logo }: QrOptions): Level {
  return logo === undefined ? level : 'H';
}

type QrWarning = 'contrast' | 'inverted' | 'quiet-zone';

/** What can prevent cameras from reading the code. */
export function warningsOf({ dark, light, quietZone }: QrOptions): QrWarning[] {
  const isInverted = contrast(dark, '#ffffff') < contrast(light, '#ffffff');
  return [
    ...(contrast(dark, light) < READABLE_CONTRAST ? (['contrast'] as const) : []),
    ...(isInverted ? (['inverted'] as const) : []),
    ...(quietZone < STANDARD_QUIET_ZONE ? (['quiet-zone'] as const) : []),
  ];
}

/** The width in print, in millimetres. */
export function printSize(pixels: number): number {
  return Math.round((pixels / PRINT_DPI) * MM_PER_INCH);
}
