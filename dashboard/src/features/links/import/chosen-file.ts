import { withoutApostrophes } from '../../../../../server/src/domain/text/csv.ts';
import { RowError } from '../../../../../server/src/domain/text/csv-reader.ts';
import { importing } from '../../../texts/importing.ts';
import { fileRows, NotUtf8 } from './file-rows.ts';

/** A file with its first rows. */
export interface ChosenFile {
  readonly file: File;
  readonly header: readonly string[];
  /** The first rows below the header. */
  readonly samples: readonly (readonly string[])[];
}

const SAMPLES = 3;

/** Reads the first rows of a file, or says why it cannot be imported. */
export async function readChosenFile(file: File): Promise<ChosenFile | { readonly issue: string }> {
  const rows: (readonly string[])[] = [];
  try {
    for await (const { cells } of fileRows(file)) {
      rows.push(cells.map(withoutApostrophes));
      if (rows.length > SAMPLES) break;
    }
  } catch (error) {
    return { issue: readIssue(error) };
  }
  const [header = [], ...samples] = rows;
  if (/^\s*(?:\{|\[\s*(?:\{|$))/.test(header[0] ?? '')) return { issue: importing.notCsv };
  if (samples.length === 0) return { issue: importing.noRows };
  return { file, header: header.map((name) => name.trim()), samples };
}

/** Why a file cannot be read. */
export function readIssue(error: unknown): string {
  if (error instanceof RowError) return importing.fileIssue(error.row, error.message);
  return error instanceof NotUtf8 ? importing.notUtf8 : importing.unreadable;
}
