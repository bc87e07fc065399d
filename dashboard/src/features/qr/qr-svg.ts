import { drawingOf } from './qr-drawing.ts';
import type { QrOptions } from './qr-options.ts';

/** The code as an SVG image. Its unit is a module, so it is sharp in every size. */
export function qrSvg(address: string, options: QrOptions): string {
  const { side, lines, logo } = drawingOf(address, options);
  const { dark, light, size } = options;
  const path = lines.map(({ x, y, length }) => `M${x} ${y}.5h${length}`).join('');
  // The light edge of the logo is half a module wide.
  const image =
    logo === undefined
      ? ''
      : `<image x="${logo.start + 0.5}" y="${logo.start + 0.5}" width="${logo.side - 1}" height="${logo.side - 1}" href="${options.logo ?? ''}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="${light}" d="M0 0h${side}v${side}H0z"/><path stroke="${dark}" d="${path}"/>${image}</svg>\n`;
}
