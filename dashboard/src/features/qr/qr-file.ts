import { drawingOf, type QrDrawing } from './qr-drawing.ts';
import type { QrOptions } from './qr-options.ts';

/** The code as a file in the selected format. */
export async function qrFile(address: string, options: QrOptions): Promise<Blob> {
  return options.format === 'png'
    ? qrPng(address, options)
    : new Blob([qrSvg(address, options)], { type: 'image/svg+xml' });
}

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

/** The code as a PNG of exactly `size` pixels. */
export async function qrPng(address: string, options: QrOptions): Promise<Blob> {
  const drawing = drawingOf(address, options);
  const logo = options.logo === undefined ? undefined : await loaded(options.logo);
  const canvas = document.createElement('canvas');
  canvas.width = options.size;
  canvas.height = options.size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw images.');
  draw(context, drawing, options, logo);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser could not create a PNG image.'));
    }, 'image/png');
  });
}

function draw(
  context: CanvasRenderingContext2D,
  { side, lines, logo }: QrDrawing,
  { size, dark, light }: QrOptions,
  image: HTMLImageElement | undefined,
): void {
  context.fillStyle = light;
  context.fillRect(0, 0, size, size);
  // Modules of whole pixels are sharp. The rest widens the quiet zone.
  const module = Math.max(1, Math.floor(size / side));
  const shift = Math.floor((size - module * side) / 2);
  context.fillStyle = dark;
  for (const { x, y, length } of lines) {
    context.fillRect(shift + x * module, shift + y * module, length * module, module);
  }
  if (!logo || !image) return;
  const start = shift + (logo.start + 0.5) * module;
  const width = (logo.side - 1) * module;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, start, start, width, width);
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
