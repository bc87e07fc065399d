import { withoutApostrophe } from '../../../lib/csv-line.ts';
import type { CsvRow } from '../../../lib/csv-reader.ts';
import { importing } from '../../../texts/importing.ts';
import type { ImportField, Mapping } from './import-fields.ts';
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
    const isSame = (field: ImportField): boolean =>
      this.#value(cells, field) === this.#value(earlier, field);
    const has = (field: ImportField): boolean => this.#value(cells, field) !== '';
    if (this.#upsert && has('external_id') && isSame('external_id')) return true;
    const isUnique = [cells, earlier].every(
      (one) => this.#value(one, 'unique').trim().toLowerCase() === 'true',
    );
    return isUnique && isSame('uri') && (!has('external_id') || isSame('external_id'));
  }

  /** Empty if no column has the field. */
  #value(cells: Cells, field: ImportField): string {
    const column = this.#mapping.indexOf(field);
    return withoutApostrophe(cells[column] ?? '');
  }
}
