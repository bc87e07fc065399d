import { withoutApostrophes } from '../../../../../server/src/domain/text/csv.ts';
import type { CsvRow } from '../../../../../server/src/domain/text/csv-reader.ts';
import { importing } from '../../../texts/importing.ts';
import type { ImportedColumn } from '../../../../../server/src/domain/link/link-cells.ts';
import type { Mapping } from './import-fields.ts';
import type { RowIssue } from './import-row.ts';

type Cells = CsvRow['cells'];

/** In a dry run nothing is written, so the service cannot see that a row excludes a later one. */
export class RowConflicts {
  readonly #mapping: Mapping;
  readonly #upsert: boolean;
  readonly #rows = new Map<string, CsvRow>();

  constructor({ mapping, upsert }: { readonly mapping: Mapping; readonly upsert: boolean }) {
    this.#mapping = mapping;
    this.#upsert = upsert;
  }

  of(row: CsvRow): RowIssue[] {
    const issues: RowIssue[] = [];
    for (const field of this.#upsert ? (['code'] as const) : (['external_id', 'code'] as const)) {
      const value = this.#value(row.cells, field);
      if (value === '') continue;
      const key = `${field} ${value}`;
      const earlier = this.#rows.get(key);
      if (!earlier) this.#rows.set(key, row);
      else if (field === 'external_id' || !this.#isSameLink(row.cells, earlier.cells)) {
        issues.push({ field, detail: importing.sameAs(earlier.row) });
      }
    }
    return issues;
  }

  /** Whether a row with the code of an earlier one is about the same link, so that it does not create a second one. */
  #isSameLink(cells: Cells, earlier: Cells): boolean {
    const isSame = (field: ImportedColumn): boolean =>
      this.#value(cells, field) === this.#value(earlier, field);
    const has = (field: ImportedColumn): boolean => this.#value(cells, field) !== '';
    if (this.#upsert && has('external_id') && isSame('external_id')) return true;
    const isUnique = [cells, earlier].every(
      (one) => this.#value(one, 'unique').trim().toLowerCase() === 'true',
    );
    return isUnique && isSame('uri') && (!has('external_id') || isSame('external_id'));
  }

  /** Empty if no column has the field. */
  #value(cells: Cells, field: ImportedColumn): string {
    const column = this.#mapping.indexOf(field);
    return withoutApostrophes(cells[column] ?? '');
  }
}
