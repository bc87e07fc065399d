import { statSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { LINKS_AT_A_TIME } from '../actions/links/create-links.ts';
import { isImportedColumn } from '../domain/link/import-columns.ts';
import {
  IMPORTED_COLUMNS,
  type ColumnChoice,
  type ImportedColumn,
} from '../domain/link/link-cells.ts';
import { fail } from '../problem.ts';
import { RowError } from '../domain/text/csv-reader.ts';
import { collected, wholeNumber } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { fileText, UnreadableFile } from './input-text.ts';
import { importRows, type ImportRow } from './import-rows.ts';
import { LinkImport } from './import-links.ts';
import { progressLine } from './progress-line.ts';
import { say, type Report } from './report.ts';
import { stopSignals } from './stop-signals.ts';

interface ImportOptions {
  readonly map?: ReadonlyMap<ImportedColumn, string>;
  readonly ignore?: readonly string[];
  readonly upsert?: boolean;
  readonly dryRun?: boolean;
  readonly afterLine: number;
}

/** Without a terminal, progress is a line for so many rows. */
const ROWS_PER_LINE = 10_000;

export function importCommand(link: OperatorCommand): void {
  const { terminal } = link;
  link
    .command('import')
    .description('create smart links from a file with CSV or NDJSON, as an export writes it')
    .option('--map <field=column>', 'the column of a field; may be repeated', mapping)
    .option('--ignore <column>', 'a column that is not imported; may be repeated', collected)
    .option('--upsert', 'change links that have the external_id of a row')
    .option('--dry-run', 'only show what would happen')
    .option(
      '--after-line <number>',
      'begin after this line, to continue an import',
      wholeNumber(0, 2_147_483_647),
      0,
    )
    .argument('<file>', 'the first line names the columns; "-" reads standard input')
    .errorsName({ names: { header: 'the header', file: 'the file' } })
    .onApp(async ({ ctx, editor }, file: string, options: ImportOptions): Promise<Report> => {
      const { map, ignore, upsert = false, dryRun = false, afterLine } = options;
      const choice: ColumnChoice = { mapped: map ?? new Map(), ignored: new Set(ignore) };
      const links = new LinkImport(ctx, editor, { upsert, dryRun, afterLine }, (line) => {
        progress.end();
        say(terminal, line);
      });
      const progress = progressLine(terminal);
      const size = file === '-' ? 0 : sizeOf(file);
      let bytes = 0;
      // The rows in progress are completed.
      const stop = stopSignals();
      const pieces = fileText(file, terminal, (more) => (bytes += more), stop.signal);
      let rows: ImportRow[] = [];
      const missing = new Set<string>();
      let lastLine = 0;
      const write = async (): Promise<void> => {
        const before = links.rows;
        try {
          await links.write(rows);
        } catch (error) {
          progress.end();
          say(terminal, links.whereToContinueAfter(error, rows));
          throw error;
        }
        rows = [];
        progress.show(bytes, size);
        const isReported =
          Math.floor(before / ROWS_PER_LINE) !== Math.floor(links.rows / ROWS_PER_LINE);
        if (isReported && (!terminal.stderr.isTTY || size === 0)) {
          say(terminal, `${links.rows} rows, up to line ${links.lastLine}`);
        }
      };
      try {
        await links.begin();
        for await (const row of importRows(pieces, choice, missing)) {
          // The last row can be incomplete.
          if (stop.signal.aborted) break;
          lastLine = row.line;
          if (row.line <= afterLine) continue;
          rows.push(row);
          // One transaction, so that all rows up to the last line are written if the next batch fails.
          if (rows.length === LINKS_AT_A_TIME) await write();
        }
        if (!stop.signal.aborted && afterLine > Math.max(lastLine, 1)) {
          const what =
            lastLine === 0 ? 'the file has no rows' : `the last row is on line ${lastLine}`;
          fail('validation_failed', `--after-line ${afterLine} is behind the end: ${what}`);
        }
        if (!stop.signal.aborted) await write();
      } catch (error) {
        const isRow = error instanceof RowError;
        if (!isRow && !(error instanceof UnreadableFile)) throw error;
        if (stop.signal.aborted) return links.report(true);
        // Nothing was read that could be continued.
        if (!isRow && links.rows === 0 && rows.length === 0) throw error;
        await write();
        if (isRow) links.stopAt(error.line, `${error.message}; stopped here`);
        else say(terminal, error.message);
        return links.report(true);
      } finally {
        stop.release();
        progress.end();
      }
      if (stop.signal.aborted) return links.report(true);
      const warnings = Array.from(missing, (column) => `no line has "${column}"`);
      const report = links.report(false);
      return { ...report, warnings: [...(report.warnings ?? []), ...warnings] };
    });
}

/** Appends `field=column`. Throws `InvalidArgumentError`. */
function mapping(
  text: string,
  before: ReadonlyMap<ImportedColumn, string> = new Map(),
): ReadonlyMap<ImportedColumn, string> {
  const [, field = '', column = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (!isImportedColumn(field) || column === '') {
    throw new InvalidArgumentError(
      `It must be a field, "=" and a column. Fields are ${IMPORTED_COLUMNS.join(', ')}.`,
    );
  }
  const other = before.get(field);
  if (other !== undefined) {
    throw new InvalidArgumentError(`The field ${field} already has the column "${other}".`);
  }
  return new Map([...before, [field, column]]);
}

/** 0 if it is unknown: reading the file reports the error. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
