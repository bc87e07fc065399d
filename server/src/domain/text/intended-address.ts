/** The web address that a text probably stands for, such as one without `https://` or in quotes; the same text if it is one. */
export function intendedAddress(text: string): string | undefined {
  const bare = withoutQuotes(text.trim());
  const doubled = /^https?:\/\/(?=https?:\/\/[^/])/i.exec(bare);
  if (doubled) return bare.slice(doubled[0].length);
  if (/^https?:\/\/[^/?#]/i.test(bare)) return bare;
  const rest = bare.replace(BROKEN_SCHEME, '').replace(/^\/\//, '');
  if (!startsWithHost(rest)) return undefined;
  return `${/^http[:;/]/i.test(bare) ? 'http' : 'https'}://${rest}`;
}

/** The web address that a destination probably stands for, although it is a path because it has no scheme. */
export function addressWithoutScheme(uri: string): string | undefined {
  return /^https?:\/\//i.test(uri.trim()) ? undefined : intendedAddress(uri);
}

/** Other programs copy an address with such characters around it. */
export function withoutQuotes(text: string): string {
  return /^(?:<[^<>]+>|"[^"]+"|“[^“”]+”|'[^']+')$/.test(text) ? text.slice(1, -1).trim() : text;
}

/** `https` with a typical typing error before the host. */
export const BROKEN_SCHEME = /^(?:h{0,2}t{1,3}p{1,2}s{0,2}|httsp)(?:[:;]+\/*|\/\/+)/i;

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?';
const HOST = new RegExp(
  `^((?:${LABEL}\\.)+(xn--[a-z0-9-]+|\\p{L}{2,})|localhost|\\d+(?:\\.\\d+){3})(?::\\d{1,5})?$`,
  'iu',
);
/** A first segment such as `index.html` is a file, not a host. */
const FILES = new Set(
  'asp aspx css csv doc docx gif htm html ico jpeg jpg js json jsp md mp4 pdf php png ppt pptx svg txt webp xls xlsx xml'.split(
    ' ',
  ),
);

function startsWithHost(text: string): boolean {
  const [first = ''] = text.split(/[/?#]/, 1);
  const found = HOST.exec(first);
  return found !== null && !FILES.has(found[2]?.toLowerCase() ?? '');
}
