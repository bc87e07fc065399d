import type { CreatorKind } from './link-creator.ts';
import type { Social } from './social.ts';

/** A link as the API returns it, with what an export needs. */
export interface ExportedLink {
  readonly [field: string]: unknown;
  readonly tags: readonly string[];
  readonly unique: boolean;
  readonly social: Social | null;
  readonly routes: object;
  readonly rules: readonly object[];
  readonly own_rules: boolean;
  readonly valid_until: string | null;
  readonly created_by: { readonly id: string; readonly kind: CreatorKind };
  /** JSON text. */
  readonly metadata: string | null;
  /** The routes of the request that created the link. */
  readonly sent: object;
}

export const IMPORTED_COLUMNS = [
  'external_id',
  'uri',
  'code',
  'name',
  'note',
  'tags',
  'unique',
  'redeem_limit',
  'valid_from',
  'valid_until',
  'early_url',
  'expired_url',
  'social_title',
  'social_description',
  'social_image',
  'metadata',
  'routes',
  'rules',
] as const;
export type ImportedColumn = (typeof IMPORTED_COLUMNS)[number];

/** How the columns of a file are read that do not have the names of an export. */
export interface ColumnChoice {
  /** The column of a field. */
  readonly mapped: ReadonlyMap<ImportedColumn, string>;
  /** Columns that are not imported. */
  readonly ignored: ReadonlySet<string>;
}

/** What a cell is read as: `current_routes` are the routes of a link at the export, for the field `routes`. */
export type CellField = ImportedColumn | 'current_routes';

/** The fields of each column, none if it is not imported. */
export type ColumnFields = readonly (readonly CellField[])[];

/** A `valid_until` without an end: an empty cell would give an imported link the end of its template. */
export const NO_END = 'never';

export const READ_ONLY_COLUMNS = [
  'smartlink',
  'template',
  'state',
  'validity',
  'redemptions',
  'created_at',
  'created_by',
  'current_routes',
] as const;

export const LINK_COLUMNS = [...IMPORTED_COLUMNS, ...READ_ONLY_COLUMNS] as const;

/** The cells of a link, in the order of the columns. */
export function linkCells(link: ExportedLink): (string | number)[] {
  const special: Partial<Record<(typeof LINK_COLUMNS)[number], string | undefined>> = {
    tags: tagsCell(link.tags),
    valid_until: link.valid_until ?? NO_END,
    // An import would give a unique link of a platform token to trusted callers.
    unique: link.unique && link.created_by.kind !== 'platform_token' ? 'true' : '',
    social_title: link.social?.title,
    social_description: link.social?.description,
    social_image: link.social?.image,
    routes: Object.keys(link.sent).length === 0 ? '' : JSON.stringify(link.sent),
    // Without rules of its own, a link gets those of its template.
    rules: link.own_rules ? JSON.stringify(link.rules) : '',
    current_routes: JSON.stringify(link.routes),
    created_by: link.created_by.id,
  };
  return LINK_COLUMNS.map((column) => {
    const value = column in special ? special[column] : link[column];
    return typeof value === 'number' ? value : ((value ?? '') as string);
  });
}

/** `spring, print`; as JSON if a tag has a comma or begins like JSON. */
function tagsCell(tags: readonly string[]): string {
  const isPlain = tags.every((tag) => !tag.includes(',') && !tag.startsWith('['));
  return isPlain ? tags.join(', ') : JSON.stringify(tags);
}
