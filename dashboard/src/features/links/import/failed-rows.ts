import { csvLine, withoutApostrophes } from '../../../../../server/src/domain/text/csv.ts';
import { importing } from '../../../texts/importing.ts';
import type { FailedRow } from './import-in-steps.ts';

/** The failed rows as CSV, with their errors in one more column: corrected, the file can be imported. */
export function failedRowsCsv(
  header: readonly string[],
  failures: readonly FailedRow[],
): readonly string[] {
  // A row with too many cells keeps them, so that what has moved can be corrected.
  const width = failures.reduce((most, { cells }) => Math.max(most, cells.length), header.length);
  const names = Array.from({ length: width }, (_, at) => header[at] ?? '');
  const lines = failures.map(({ cells, issues }) => {
    const own = Array.from({ length: width }, (_, at) => withoutApostrophes(cells[at] ?? ''));
    const errors = issues.map(({ field, detail }) =>
      field === '' ? detail : `${field} ${detail}`,
    );
    return csvLine([...own, errors.join('; ')]);
  });
  // Spreadsheets take a file without a byte order mark for another encoding.
  return [`\uFEFF${csvLine([...names, importing.errorColumn])}`, ...lines];
}
