import { encodeQR } from 'qr';
import { html, type Html } from './html.ts';

/** Longer texts make a code that cameras cannot read from a screen. */
const MAX_LENGTH = 512;
/** The light border that readers need, in modules. */
const QUIET_ZONE = 4;

/**
 * A QR code as an image in the page; undefined if the text is too long. `labelId`: the element that says the same in
 * text. Making it takes about 50 µs.
 */
export function qrCode(text: string, labelId: string): Html | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  // Lines are in the middle of a row.
  const box = `0 -.5 ${rows.length} ${rows.length}`;
  return html`<svg class="code" role="img" aria-labelledby="${labelId}" viewBox="${box}" shape-rendering="crispEdges"><path stroke="#000" d="${pathOf(rows)}"/></svg>`;
}

/** The dark modules as horizontal lines, one for each run of them. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.map((row, y) => lineOf(row, y)).join('');
}

function lineOf(row: readonly boolean[], y: number): string {
  let path = '';
  let end = 0;
  for (let x = row.indexOf(true); x !== -1; x = row.indexOf(true, end)) {
    const start = x - end;
    path += path === '' ? `M${x} ${y}` : `m${start} 0`;
    const light = row.indexOf(false, x);
    end = light === -1 ? row.length : light;
    path += `h${end - x}`;
  }
  return path;
}
