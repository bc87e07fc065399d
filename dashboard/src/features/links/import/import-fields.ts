import {
  IMPORTED_COLUMNS,
  type ImportedColumn,
} from '../../../../../server/src/domain/link/link-cells.ts';

/** The field of each column; null: it is not imported. */
export type Mapping = readonly (ImportedColumn | null)[];

/**
 * Names of columns in files of other services, without separators and in lower case, the best first. `link`, `st`, `sd`
 * and `si` are parameters of Firebase Dynamic Links; `$canonical_url` and `$og_…` are link data of Branch.
 */
const OTHER_NAMES: Readonly<Partial<Record<ImportedColumn, readonly string[]>>> = {
  uri: [
    'url',
    'destination',
    'destinationurl',
    'longurl',
    'longlink',
    'originalurl',
    'targeturl',
    'target',
    'canonicalurl',
    'desktopurl',
    'link',
    'deeplink',
    'path',
  ],
  external_id: ['externalid', 'id', 'sku', 'reference'],
  code: ['shortcode', 'slug', 'alias', 'key', 'keyword', 'custompath'],
  name: ['title', 'marketingtitle', 'linkname', 'label'],
  note: ['notes', 'comment', 'comments'],
  tags: ['tag', 'labels'],
  redeem_limit: ['redemptionlimit', 'limit'],
  valid_from: ['start', 'startsat', 'startdate'],
  valid_until: ['expires', 'expiresat', 'expirationdate', 'expiry', 'end', 'enddate'],
  expired_url: ['expiredurl', 'expirationurl'],
  social_title: ['ogtitle', 'st', 'previewtitle'],
  social_description: ['ogdescription', 'sd', 'previewdescription'],
  social_image: ['ogimageurl', 'ogimage', 'si', 'previewimage', 'image', 'imageurl'],
  metadata: ['data', 'customdata'],
};

/** The field that each column probably sets. No field is guessed twice. */
export function guessedMapping(header: readonly string[]): Mapping {
  const names = header.map(plainName);
  const mapping: (ImportedColumn | null)[] = header.map(() => null);
  for (const field of IMPORTED_COLUMNS) {
    const candidates = [plainName(field), ...(OTHER_NAMES[field] ?? [])];
    const index = candidates
      .map((name) => names.findIndex((one, at) => one === name && mapping[at] === null))
      .find((at) => at !== -1);
    // The exact name of another field means that field.
    if (index !== undefined) mapping[index] = field;
  }
  return mapping;
}

/** `$og_title` and `OG Title` are `ogtitle`. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export function doubledFields(mapping: Mapping): ReadonlySet<ImportedColumn> {
  const set = mapping.filter((field) => field !== null);
  return new Set(set.filter((field, index) => set.indexOf(field) !== index));
}
