import type { Author, Context } from '../actions/context.ts';
import { directoryOf } from '../actions/directory.ts';
import { createLinks } from '../actions/links/create-links.ts';
import { ForeseenLinks } from '../actions/links/foreseen-links.ts';
import { ChangeFeed } from '../cache/change-feed.ts';
import { columnOf } from '../domain/link/import-row.ts';
import type { Issue } from '../domain/text/issue.ts';
import { isRecord } from '../domain/text/json-value.ts';
import { Problem } from '../problem.ts';
import { StoreUnavailable } from '../storage/database.ts';
import type { ImportRow } from './import-rows.ts';
import { EXIT, type Report } from './report.ts';
import { schemeWarnings } from './scheme-warning.ts';

/** Errors in the document of `--json`. */
const MAX_ERRORS = 1000;
/** Rows whose warning is printed; the others are counted. A whole column can be without `https://`. */
const MAX_WARNINGS = 20;

interface RowIssue {
  readonly line: number;
  /** Empty: the row as a whole. */
  readonly column: string;
  readonly detail: string;
}

interface ImportOptions {
  readonly upsert: boolean;
  readonly dryRun: boolean;
  /** The line that an earlier import ended with. */
  readonly afterLine: number;
}

/** An import: writes rows, reports the errors of each at once, and counts. */
export class LinkImport {
  rows = 0;
  lastLine: number;
  readonly #ctx: Context;
  readonly #author: Author;
  readonly #options: ImportOptions;
  readonly #writeLine: (line: string) => void;
  readonly #counts = { created: 0, updated: 0, existing: 0, failed: 0 };
  readonly #errors: RowIssue[] = [];
  #warnings = 0;
  /** In a dry run, the links of earlier rows: nothing is written that could show conflicts. */
  readonly #foreseen: ForeseenLinks;
  /** An import can take hours, in which templates and webhooks change. */
  readonly #changes: ChangeFeed;

  constructor(
    ctx: Context,
    author: Author,
    options: ImportOptions,
    writeLine: (line: string) => void,
  ) {
    this.lastLine = options.afterLine;
    this.#ctx = ctx;
    this.#author = author;
    this.#foreseen = new ForeseenLinks(ctx, author.appId);
    this.#changes = new ChangeFeed(ctx.db, ctx.cache, Infinity, () => directoryOf(ctx));
    this.#options = options;
    this.#writeLine = writeLine;
  }

  /** Call it before the first row is read: from here on, changes of others are noticed. */
  begin(): Promise<void> {
    return this.#changes.poll();
  }

  /** Creates or changes the links of some rows, in one transaction if there are at most `LINKS_AT_A_TIME`. */
  async write(rows: readonly ImportRow[]): Promise<void> {
    const { upsert, dryRun } = this.#options;
    await this.#changes.poll();
    const links = rows.flatMap(({ request }) => ('json' in request ? [request.json] : []));
    const onConflict = upsert ? 'update' : 'fail';
    const request = { links, onConflict, atomic: false, dryRun } as const;
    const options = { foreseen: this.#foreseen };
    const results =
      links.length === 0 ? [] : await createLinks(this.#ctx, this.#author, request, options);
    let next = 0;
    for (const { line, request: asked } of rows) {
      if ('issues' in asked) {
        this.refuse(line, asked.issues);
        continue;
      }
      const result = results[next++];
      this.#begin(line);
      if (result instanceof Problem) this.refuse(line, issuesOf(result));
      else if (result) {
        this.#counts[result.outcome]++;
        this.#warn(line, asked.json.value);
      }
    }
  }

  /** Reports what may be wrong with a row that does not fail. */
  #warn(line: number, link: unknown): void {
    const uri = isRecord(link) ? link.uri : undefined;
    const [warning] = typeof uri === 'string' ? schemeWarnings(uri) : [];
    if (warning === undefined || ++this.#warnings > MAX_WARNINGS) return;
    this.#writeLine(`warning: line ${line}, uri: ${warning}`);
  }

  /** Reports that a row failed. */
  refuse(line: number, issues: readonly Issue[]): void {
    this.#begin(line);
    this.#note(line, issues);
  }

  /** Reports that this row and those after it cannot be read. An import that continues begins with it. */
  stopAt(line: number, detail: string): void {
    this.#note(line, [{ pointer: '', detail }]);
  }

  #note(line: number, issues: readonly Issue[]): void {
    this.#counts.failed++;
    for (const { pointer, detail } of issues) {
      const { column, rest } = columnOf(pointer);
      this.#writeLine(`line ${line}${column === '' ? '' : `, ${column}${rest}`}: ${detail}`);
      if (this.#errors.length < MAX_ERRORS) this.#errors.push({ line, column, detail });
    }
  }

  /** Where to continue after `rows` could not be written. */
  whereToContinueAfter(error: unknown, rows: readonly ImportRow[]): string {
    const [first, last] = [rows[0]?.line, rows.at(-1)?.line];
    if (!(error instanceof StoreUnavailable && error.unknown) || first === undefined) {
      return this.whereToContinue;
    }
    return `${this.whereToContinue}; lines ${first} to ${last} may be written already: check this first, because links without an external_id would be created again`;
  }

  get whereToContinue(): string {
    return `stopped; to continue, repeat the command with --after-line ${this.lastLine}`;
  }

  report(interrupted: boolean): Report {
    const { created, updated, existing, failed } = this.#counts;
    const { dryRun: dry_run } = this.#options;
    const would = dry_run ? 'would be ' : '';
    const text = [
      `${created} ${would}created, ${updated} ${would}changed, ${existing} already match the file, ${failed} failed`,
      ...(interrupted ? [this.whereToContinue] : []),
    ].join('\n');
    const counts = { ...this.#counts, last_line: this.lastLine, complete: !interrupted };
    const more = this.#warnings - MAX_WARNINGS;
    return {
      json: { dry_run, ...counts, errors: this.#errors },
      text,
      exitCode: failed > 0 || interrupted ? EXIT.failed : EXIT.ok,
      warnings:
        more > 0
          ? [
              `${more} more ${more === 1 ? 'row has a web address' : 'rows have web addresses'} without https://`,
            ]
          : [],
    };
  }

  #begin(line: number): void {
    if (line === this.lastLine) return;
    this.lastLine = line;
    this.rows++;
  }
}

/** The errors of a link, without its place in the request. */
function issuesOf({ issues, message }: Problem): Issue[] {
  const all = issues ?? [{ pointer: '', detail: message }];
  return all.map(({ pointer, detail }) => ({
    pointer: pointer.replace(/^\/links\/\d+/, ''),
    detail,
  }));
}
