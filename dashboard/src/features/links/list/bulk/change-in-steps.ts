import type { ChangedLinks, LinksChange } from '../../../../api/schema.ts';

/** The links to change: these, or all that match. */
export type Target =
  { readonly codes: readonly string[] } | { readonly filter: NonNullable<LinksChange['filter']> };

type Failure = ChangedLinks['failed'][number];
type Sample = NonNullable<ChangedLinks['samples']>[number];

/** The sum of the responses. */
export interface Totals {
  readonly matched: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** The first links that could not be changed. */
  readonly failures: readonly Failure[];
  readonly samples: readonly Sample[];
}

export const NO_TOTALS: Totals = {
  matched: 0,
  changed: 0,
  unchanged: 0,
  failed: 0,
  failures: [],
  samples: [],
};

/** Where to continue: the index of a code, or a cursor. */
type Position = number | string;

export interface Step {
  readonly totals: Totals;
  /** Undefined: this was the last step. */
  readonly next: Position | undefined;
}

const CODES_AT_A_TIME = 100;
const MAX_FAILURES = 50;
const MAX_SAMPLES = 5;

/** Changes links with one request after the other. Each step has the totals so far, and where to continue. */
export async function* changeInSteps(
  send: (request: LinksChange) => Promise<ChangedLinks>,
  target: Target,
  change: Pick<LinksChange, 'change' | 'dry_run'>,
  from: Step = { totals: NO_TOTALS, next: 'codes' in target ? 0 : '' },
): AsyncGenerator<Step> {
  for (let { totals, next } = from; next !== undefined;) {
    const at = next;
    const response = await send({ ...partOf(target, at), ...change });
    totals = plus(totals, response);
    next = 'codes' in target ? nextIndex(target.codes, Number(at)) : response.next_cursor;
    yield { totals, next };
  }
}

function partOf(target: Target, at: Position): Pick<LinksChange, 'codes' | 'filter' | 'cursor'> {
  if ('filter' in target) {
    return { filter: target.filter, ...(at === '' ? {} : { cursor: String(at) }) };
  }
  return { codes: target.codes.slice(Number(at), Number(at) + CODES_AT_A_TIME) };
}

function nextIndex(codes: readonly string[], at: number): number | undefined {
  return at + CODES_AT_A_TIME < codes.length ? at + CODES_AT_A_TIME : undefined;
}

function plus(totals: Totals, { samples = [], ...response }: ChangedLinks): Totals {
  return {
    matched: totals.matched + response.matched,
    changed: totals.changed + response.changed,
    unchanged: totals.unchanged + response.unchanged,
    failed: totals.failed + response.failed.length,
    failures: [...totals.failures, ...response.failed].slice(0, MAX_FAILURES),
    samples: [...totals.samples, ...samples].slice(0, MAX_SAMPLES),
  };
}
