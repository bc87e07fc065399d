import type { Context } from '../actions/context.ts';
import { createLinks } from '../actions/links/create-links.ts';
import type { Author } from '../actions/links/save-link.ts';
import { columnOf } from '../domain/link/import-row.ts';
import type { Issue } from '../domain/text/issue.ts';
import type { JsonText } from '../domain/text/json.ts';
import { isRecord } from '../domain/text/json-value.ts';
import { Problem } from '../problem.ts';
import type { ImportRow } from './import-rows.ts';
import { EXIT, type Report } from './report.ts';

/** Errors in the document of `--json`. */
const MAX_ERRORS = 1000;

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
  /** In a dry run, the lines of the external ids and codes so far: nothing is written that could show conflicts. */
  readonly #lines = new Map<string, number>();

  constructor(
    ctx: Context,
    author: Author,
    options: ImportOptions,
    writeLine: (line: string) => void,
  ) {
    this.lastLine = options.afterLine;
    this.#ctx = ctx;
    this.#author = author;
    this.#options = options;
    this.#writeLine = writeLine;
  }

  /** Creates or changes the links of some rows, in one transaction if there are at most `LINKS_AT_A_TIME`. */
  async write(rows: readonly ImportRow[]): Promise<void> {
    const requests = rows.map((row) => this.#checked(row));
    const { upsert, dryRun } = this.#options;
    const links = requests.flatMap((request) => ('json' in request ? [request.json] : []));
    const onConflict = upsert ? 'update' : 'fail';
    const request = { links, onConflict, atomic: false, dryRun } as const;
    const results = links.length === 0 ? [] : await createLinks(this.#ctx, this.#author, request);
    let next = 0;
    for (const [index, { line }] of rows.entries()) {
      const checked = requests[index];
      if (checked && 'issues' in checked) {
        this.refuse(line, checked.issues);
        continue;
      }
      const result = results[next++];
      this.#begin(line);
      if (result instanceof Problem) this.refuse(line, issuesOf(result));
      else if (result) this.#counts[result.outcome]++;
    }
  }

  /** Reports that a row failed. */
  refuse(line: number, issues: readonly Issue[]): void {
    this.#begin(line);
    this.#counts.failed++;
    for (const { pointer, detail } of issues) {
      const { column, rest } = columnOf(pointer);
      this.#writeLine(`line ${line}${column === '' ? '' : `, ${column}${rest}`}: ${detail}`);
      if (this.#errors.length < MAX_ERRORS) this.#errors.push({ line, column, detail });
    }
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
    return {
      json: { dry_run, ...counts, errors: this.#errors },
      text,
      exitCode: failed > 0 || interrupted ? EXIT.failed : EXIT.ok,
    };
  }

  #begin(line: number): void {
    if (line === this.lastLine) return;
    this.lastLine = line;
    this.rows++;
  }

  /** In a dry run, a row that an earlier row prevents is refused. */
  #checked({ line, request }: ImportRow): ImportRow['request'] {
    if (!this.#options.dryRun || !('json' in request)) return request;
    const issues = this.#conflicts(line, request.json);
    return issues.length > 0 ? { issues } : request;
  }

  #conflicts(line: number, { value }: JsonText): Issue[] {
    if (!isRecord(value)) return [];
    const issues: Issue[] = [];
    for (const field of ['external_id', 'code']) {
      const text = value[field];
      if (typeof text !== 'string' || (field === 'external_id' && this.#options.upsert)) continue;
      const key = `${field} ${text}`;
      const earlier = this.#lines.get(key);
      if (earlier === undefined) this.#lines.set(key, line);
      else issues.push({ pointer: `/${field}`, detail: `is the same as in line ${earlier}` });
    }
    return issues;
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
