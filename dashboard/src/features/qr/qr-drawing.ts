import { encodeQR } from 'qr';
import { levelOf, type Level, type QrOptions } from './qr-options.ts';

/** A code on a grid of modules. */
export interface QrDrawing {
  /** The width and height with the quiet zone, in modules. */
  readonly side: number;
  /** The dark modules as horizontal lines. */
  readonly lines: readonly QrLine[];
  /** The square for the logo in the middle; undefined: there is none. */
  readonly logo: QrSquare | undefined;
}

interface QrLine {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

interface QrSquare {
  readonly start: number;
  readonly side: number;
}

const ECC: Readonly<Record<Level, 'low' | 'medium' | 'quartile' | 'high'>> = {
  L: 'low',
  M: 'medium',
  Q: 'quartile',
  H: 'high',
};

/** A logo with its light edge hides about 6 % of the code. With the level H, 30 % can be missing. */
const LOGO_SHARE = 0.24;

/** The code of an address. Throws if the address is too long for a code. */
export function drawingOf(address: string, options: QrOptions): QrDrawing {
  // The library always adds a border.
  const rows = encodeQR(address, 'raw', { ecc: ECC[levelOf(options)], border: 1 });
  const size = rows.length - 2;
  const logo = options.logo === undefined ? undefined : logoSquare(size);
  const isHidden = (x: number, y: number): boolean => logo !== undefined && isIn(logo, x, y);
  const shift = options.quietZone;
  const lines = Array.from({ length: size }, (_, y) => {
    const row = rows[y + 1]?.slice(1, -1) ?? [];
    return runsOf(row.map((dark, x) => dark && !isHidden(x, y))).map(({ x, length }) => {
      return { x: x + shift, y: y + shift, length };
    });
  });
  return {
    side: size + 2 * shift,
    lines: lines.flat(),
    logo: logo && { ...logo, start: logo.start + shift },
  };
}

/** Centered, so its side is odd like that of the code. */
function logoSquare(size: number): QrSquare {
  const whole = Math.floor(size * LOGO_SHARE);
  const side = whole % 2 === 1 ? whole : whole - 1;
  return { start: (size - side) / 2, side };
}

function isIn({ start, side }: QrSquare, x: number, y: number): boolean {
  const end = start + side;
  return x >= start && x < end && y >= start && y < end;
}

function runsOf(row: readonly boolean[]): { readonly x: number; readonly length: number }[] {
  const runs: { x: number; length: number }[] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last.x + last.length === x) last.length++;
    else runs.push({ x, length: 1 });
  });
  return runs;
}
