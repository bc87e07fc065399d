import { closest, distance } from 'fastest-levenshtein';
import type { Refused } from '../text/issue.ts';
import { withoutApostrophes } from '../text/csv.ts';
import {
  IMPORTED_COLUMNS,
  READ_ONLY_COLUMNS,
  type CellField,
  type ColumnChoice,
  type ColumnFields,
  type ImportedColumn,
} from './link-cells.ts';

export function isImportedColumn(name: string): name is ImportedColumn {
  return (IMPORTED_COLUMNS as readonly string[]).includes(name);
}

/** An unknown column is an error, so that a misspelled `redeem_limit` cannot create unlimited links. */
export function fieldsOf(
  header: readonly string[],
  { mapped, ignored }: ColumnChoice,
): { readonly fields: ColumnFields } | Refused {
  const names = header.map((name) => withoutApostrophes(name).trim());
  const unknown: string[] = [];
  const fields = names.map((name): CellField[] => {
    const plain = plainName(name);
    const wanted = [...mapped].filter(([, column]) => column === name).map(([field]) => field);
    const isCurrent = plain === 'current_routes';
    if (wanted.length > 0)
      return wanted.map((field) => (isCurrent && field === 'routes' ? plain : field));
    if (ignored.has(name) || isReadOnly(plain) || name === '') return [];
    if (!isImportedColumn(plain)) unknown.push(name);
    else if (!mapped.has(plain)) return [plain];
    return [];
  });
  const all = fields.flat();
  const issues = [
    ...unknown.map((name) => `has the unknown column "${name}"${suggestion(plainName(name))}`),
    ...[...mapped.values(), ...ignored]
      .filter((column) => !names.includes(column))
      .map((column) => `has no column "${column}"`),
    ...IMPORTED_COLUMNS.filter((field) => all.indexOf(field) !== all.lastIndexOf(field)).map(
      (field) => `has two columns for ${field}`,
    ),
    ...(all.includes('uri') ? [] : ['has no column "uri"']),
  ];
  return issues.length > 0
    ? { issues: issues.map((detail) => ({ pointer: '/header', detail })) }
    : { fields };
}

/** `Redeem limit` is `redeem_limit`. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s-]+/g, '_');
}

function isReadOnly(name: string): boolean {
  return (READ_ONLY_COLUMNS as readonly string[]).includes(name);
}

function suggestion(name: string): string {
  const best = closest(name, IMPORTED_COLUMNS);
  return distance(name, best) <= 3 ? `; do you mean "${best}"?` : '';
}
