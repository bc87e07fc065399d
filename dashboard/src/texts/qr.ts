import { counted, number } from './counted.ts';

const codes = (count: number): string => counted(count, 'QR code', 'QR codes');

export const qr = {
  alt: (address: string) => `QR code for ${address}`,
  download: ({ format, size }: { readonly format: 'png' | 'svg'; readonly size: number }) =>
    format === 'png' ? `Download PNG, ${size} pixels` : 'Download SVG',
  copy: 'Copy',
  copied: 'QR code copied',
  customize: 'Customize',
  format: 'Format',
  formats: { png: 'PNG', svg: 'SVG' },
  size: 'Size in pixels',
  printSize: (millimetres: number) => `${millimetres} mm wide in print, at 300 dpi`,
  quietZone: 'Quiet zone in modules',
  quietZoneHelp: 'Light border. Standard: 4.',
  numberWrong: (min: number, max: number) => `Enter a whole number from ${min} to ${number(max)}.`,
  dark: 'Color',
  light: 'Background',
  colorWrong: 'Enter a color such as #1a2b3c.',
  pick: (label: string) => `${label}: pick from the screen`,
  level: 'Error correction',
  levelHelp: 'How much of the code can be dirty or damaged. More makes the code finer.',
  levelOfLogo: 'A logo needs the highest level.',
  levels: { L: 'L: 7 %', M: 'M: 15 %', Q: 'Q: 25 %', H: 'H: 30 %' },
  logo: 'Logo',
  logoHelp: 'In the middle of the code. The image stays in this browser.',
  logoChoose: 'Choose image',
  logoReplace: 'Replace image',
  noImage: (name: string) =>
    `${name} cannot be read as an image. Use a PNG, JPEG, WebP or SVG file of up to 10 MB.`,
  hard: 'Some cameras may not read this code',
  warnings: {
    contrast: 'The colors are too similar.',
    inverted: 'The code is lighter than its background.',
    'quiet-zone': 'The quiet zone is narrower than 4 modules.',
  },
  zipTitle: 'Download QR codes',
  zipLead: (count: number) =>
    `The ZIP file has ${codes(count)}, named after the name and the short code of each link.`,
  zip: (count: number) => `Download ${codes(count)}`,
  progress: (done: number, all: number) => `${number(done)} of ${number(all)}`,
  saved: (count: number) => `${codes(count)} downloaded`,
};
