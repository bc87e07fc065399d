import type { CreatedLinks } from '../../../api/schema.ts';
import { isProblem } from '../../../api/problem.ts';
import { RowError, type CsvRow } from '../../../../../server/src/domain/text/csv-reader.ts';
import { withoutApostrophes } from '../../../../../server/src/domain/text/csv.ts';
import { addressWithoutScheme } from '../../../../../server/src/domain/text/intended-address.ts';
import { RowConflicts } from './row-conflicts.ts';
import type { Mapping } from './import-fields.ts';
import { issueOf, requestOf, type RowIssue } from './import-row.ts';

/** How rows become links. */
export interface Plan {
  readonly mapping: Mapping;
  readonly upsert: boolean;
  readonly dryRun: boolean;
}

export interface FailedRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly issues: readonly RowIssue[];
}

export type Counts = Pick<CreatedLinks, 'created' | 'updated' | 'existing' | 'failed'>;

/** How far an import is. */
export interface Step {
  /** Completed requests: a continued import begins after them. */
  readonly requests: number;
  readonly rows: number;
  /** The share of the file, 0 to 1. */
  readonly share: number;
  readonly counts: Counts;
  readonly failures: readonly FailedRow[];
  /** In a check, the rows whose destination is a path and probably meant as a web address. */
  readonly suspects: Suspects;
}

export interface Suspects {
  readonly count: number;
  /** The first of them. */
  readonly first: readonly Suspect[];
}

interface Suspect {
  readonly row: number;
  /** What it is probably meant as. */
  readonly address: string;
}

export const FIRST_STEP: Step = {
  requests: 0,
  rows: 0,
  share: 0,
  counts: { created: 0, updated: 0, existing: 0, failed: 0 },
  failures: [],
  suspects: { count: 0, first: [] },
};

/** Sends a request. A repeated request has the same number and the same text. */
export type Send = (json: string, request: number) => Promise<CreatedLinks>;

/** Rows with a suspicious destination that are kept to be shown. */
const MAX_SUSPECTS = 5;
/** A request takes about a second, and has at most 4 MB. */
const MAX_ROWS = 500;
const MAX_LENGTH = 1024 * 1024;

type FileRow = CsvRow & { readonly share: number };

/** A row with the text of its link, unless it was refused before. */
interface SentRow extends FileRow {
  readonly json: string;
}

interface Batch {
  readonly sent: readonly SentRow[];
  readonly refused: readonly FailedRow[];
  readonly share: number;
}

/**
 * Imports rows, which begin with the header, with one request after the other. `from`: the last step of an import that
 * is continued. The same rows and the same plan make the same requests.
 */
export async function* importInSteps(
  rows: AsyncIterable<FileRow>,
  plan: Plan,
  send: Send,
  from: Step = FIRST_STEP,
): AsyncGenerator<Step, void, void> {
  let step = from;
  let request = 0;
  for await (const batch of batchesOf(rows, plan)) {
    if (request++ < from.requests) continue;
    const { counts, failures } = await sendBatch(batch, plan, (json) => send(json, request));
    const { sent, refused, share } = batch;
    const failed = new Set(failures.map(({ row }) => row));
    const imported = sent.filter(({ row }) => !failed.has(row));
    step = {
      requests: request,
      rows: step.rows + sent.length + refused.length,
      share,
      counts: sum(step.counts, counts),
      failures: step.failures.concat(failures.toSorted((a, b) => a.row - b.row)),
      suspects: plan.dryRun ? withSuspects(step.suspects, imported, plan.mapping) : step.suspects,
    };
    yield step;
  }
}

function withSuspects(
  { count, first }: Suspects,
  rows: readonly CsvRow[],
  mapping: Mapping,
): Suspects {
  const column = mapping.indexOf('uri');
  const found = rows.flatMap(({ row, cells }): Suspect[] => {
    const address = addressWithoutScheme(withoutApostrophes(cells[column] ?? ''));
    return address === undefined ? [] : [{ row, address }];
  });
  return { count: count + found.length, first: [...first, ...found].slice(0, MAX_SUSPECTS) };
}

async function* batchesOf(
  rows: AsyncIterable<FileRow>,
  plan: Plan,
): AsyncGenerator<Batch, void, void> {
  const conflicts = plan.dryRun ? new RowConflicts(plan) : undefined;
  let sent: SentRow[] = [];
  let refused: FailedRow[] = [];
  let [length, share] = [0, 0];
  let isHeader = true;
  try {
    for await (const row of rows) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      const request = requestOf(row.cells, plan.mapping);
      const issues = 'issues' in request ? request.issues : (conflicts?.of(row) ?? []);
      if (issues.length > 0 || 'issues' in request) refused.push({ ...row, issues });
      else {
        sent.push({ ...row, json: request.json });
        length += request.json.length;
      }
      share = row.share;
      if (sent.length + refused.length < MAX_ROWS && length < MAX_LENGTH) continue;
      yield { sent, refused, share };
      [sent, refused, length] = [[], [], 0];
    }
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    refused.push({ row: error.row, cells: [], issues: [{ field: '', detail: error.message }] });
  }
  if (sent.length + refused.length > 0) yield { sent, refused, share: 1 };
}

/** Sends the rows; those because of which the service refuses the whole request are left out. */
async function sendBatch(
  { sent, refused }: Pick<Batch, 'sent' | 'refused'>,
  plan: Plan,
  send: (json: string) => Promise<CreatedLinks>,
): Promise<Pick<Step, 'counts' | 'failures'>> {
  const none = { ...FIRST_STEP.counts, failed: refused.length };
  if (sent.length === 0) return { counts: none, failures: refused };
  const options = `"on_conflict":"${plan.upsert ? 'update' : 'fail'}","dry_run":${plan.dryRun}`;
  try {
    const links = sent.map(({ json }) => json).join(',');
    const answer = await send(`{${options},"links":[${links}]}`);
    const failures = answer.results.flatMap(({ problem }, index): FailedRow[] => {
      const row = sent[index];
      if (!problem || !row) return [];
      const all = problem.errors ?? [{ pointer: '', detail: problem.detail }];
      const issues = all.map(({ pointer, detail }) => issueOf(inLink(pointer), detail));
      return [{ row: row.row, cells: row.cells, issues }];
    });
    return { counts: sum(none, answer), failures: [...refused, ...failures] };
  } catch (error) {
    const wrong = wrongLinks(error, sent.length);
    if (wrong.size === 0) throw error;
    const failed = sent.flatMap(({ row, cells }, index): FailedRow[] => {
      const issues = wrong.get(index);
      return issues ? [{ row, cells, issues }] : [];
    });
    const rest = sent.filter((_, index) => !wrong.has(index));
    return sendBatch({ sent: rest, refused: [...refused, ...failed] }, plan, send);
  }
}

/** The pointer within a link of the request. */
function inLink(pointer: string): string {
  return pointer.replace(/^\/links\/\d+/, '');
}

/** The errors of links that cannot be read, because of which a whole request was refused. */
function wrongLinks(error: unknown, count: number): ReadonlyMap<number, RowIssue[]> {
  const wrong = new Map<number, RowIssue[]>();
  if (!isProblem(error, 'invalid_json', 'validation_failed')) return wrong;
  for (const { pointer, detail } of error.issues) {
    const index = Number(/^\/links\/(\d+)/.exec(pointer)?.[1] ?? -1);
    if (index < 0 || index >= count) continue;
    wrong.set(index, [...(wrong.get(index) ?? []), issueOf(inLink(pointer), detail)]);
  }
  return wrong;
}

function sum(a: Counts, b: Counts): Counts {
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    existing: a.existing + b.existing,
    failed: a.failed + b.failed,
  };
}
