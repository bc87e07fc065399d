// Converts the CSV export of Firebase Dynamic Links into a file for `smartlink link import`: docs/guides/migrating.md
//
//   node examples/firebase-links.js old-links.csv > links.ndjson
//
// It reads these columns, by the parameter in parentheses or by the heading. It was written from Google's description
// of the export, not from a real file: compare the headings first.
import { readFileSync } from 'node:fs';

const [headings = [], ...rows] = rowsOf(
  readFileSync(process.argv[2], 'utf8').replace(/^\ufeff/, ''),
);
// `Deep link (link)` is `link`, and `Short link` stays.
const columns = headings.map((heading) => /\((\w+)\)/.exec(heading)?.[1] ?? heading.trim());
for (const name of ['Short link', 'link']) {
  if (columns.includes(name)) continue;
  throw new Error(`There is no column "${name}" in: ${headings.join(', ')}`);
}

for (const row of rows) {
  const old = Object.fromEntries(columns.map((name, at) => [name, row[at] || undefined]));
  const link = {
    uri: withCampaign(old),
    code: old['Short link']?.split('/').pop(),
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

/** The destination, with the UTM parameters that it does not have. */
function withCampaign(old) {
  if (!URL.canParse(old.link ?? '')) return old.link;
  const url = new URL(old.link);
  for (const [name, value] of Object.entries(old)) {
    const isMissing = name.startsWith('utm_') && value && !url.searchParams.has(name);
    if (isMissing) url.searchParams.append(name, value);
  }
  return url.href;
}

/** The rows of a CSV file. Values in double quotes can contain commas, line breaks and `""` for a quote. */
function rowsOf(text) {
  const found = [[]];
  for (const [, value, end] of text.matchAll(/("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r?\n|$)/g)) {
    found.at(-1).push(value.replace(/^"|"$/g, '').replaceAll('""', '"'));
    if (end !== ',') found.push([]);
  }
  return found.filter((row) => row.length > 1);
}
