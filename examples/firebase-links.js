// Converts the CSV export of Firebase Dynamic Links into a file for `smartlink link import`: docs/guides/migrating.md
//
//   node examples/firebase-links.js old-links.csv > links.ndjson
//
// It reads these columns, by the parameter in parentheses or by the heading. It was written from Google's description
// of the export, not from a real file: compare the headings first.
import { readFileSync } from 'node:fs';

const [headings = [], ...rows] = rowsOf(textOf(process.argv[2]));
// `Deep link (link)` is `link`, and `Short link` stays.
const columns = headings.map((heading) => /\((\w+)\)/.exec(heading)?.[1] ?? heading.trim());
for (const name of ['Short link', 'link']) {
  if (!columns.includes(name)) fail(`There is no column "${name}" in: ${headings.join(', ')}`);
}

for (const row of rows) {
  const old = Object.fromEntries(columns.map((name, at) => [name, row[at] || undefined]));
  const link = {
    uri: withCampaign(old),
    code: codeOf(old['Short link']),
    name: old['Link name'],
    social: { title: old.st, description: old.sd, image: old.si },
    routes: {
      web: old.ofl && { link: old.ofl },
      iphone: old.ifl && { fallback: old.ifl },
      android: old.afl && { fallback: old.afl },
    },
  };
  process.stdout.write(`${JSON.stringify(link)}\n`);
}

/** The last part of the path of a short link, without its query. */
function codeOf(address = '') {
  const full = /^https?:/i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full)) return address;
  return new URL(full).pathname.replace(/\/+$/, '').split('/').pop() || undefined;
}

/** The destination, with the UTM parameters that it does not have. The rest of its query stays as it is written. */
function withCampaign({ link, ...old }) {
  if (!URL.canParse(link ?? '')) return link;
  const { searchParams } = new URL(link);
  const added = Object.entries(old)
    .filter(([name, value]) => name.startsWith('utm_') && value && !searchParams.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  if (added === '') return link;
  const [, address, fragment] = /^([^#]*)(.*)$/s.exec(link);
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  return `${address}${joint}${added}${fragment}`;
}

/** The text of a file: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it. */
function textOf(file) {
  if (file === undefined) fail('Usage: node examples/firebase-links.js <export.csv>');
  try {
    const bytes = readFileSync(file);
    const encodings = { fffe: 'utf-16le', feff: 'utf-16be' };
    const encoding = encodings[bytes.toString('hex', 0, 2)] ?? 'utf-8';
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch ({ code, message }) {
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') fail(`${file} is not UTF-8.`);
    return fail(`The file cannot be read: ${message}`);
  }
}

/**
 * The rows of a CSV file with commas, semicolons or tabs. Values in double quotes can contain separators, line breaks and
 * `""` for a quote.
 */
function rowsOf(text) {
  const [first] = text.split(/\r?\n/, 1);
  const count = (separator) => first.split(separator).length;
  const separator = [';', '\t'].find((one) => count(one) > count(',')) ?? ',';
  const cell = new RegExp(
    `("[^"]*(?:""[^"]*)*"|[^"${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`,
    'g',
  );
  const found = [[]];
  for (const [, value, end] of text.matchAll(cell)) {
    found.at(-1).push(value.replace(/^"|"$/g, '').replaceAll('""', '"'));
    if (end !== separator) found.push([]);
  }
  return found.filter((row) => row.length > 1);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
