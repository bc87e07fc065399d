import type { Dimension } from '../../domain/click/click.ts';
import type { Steps } from '../../domain/click/funnel.ts';
import type { CountedIn, Counts, Range } from '../../domain/click/series.ts';

/** What reports ask the click store. Each method throws `StoreUnavailable`. */
export interface ClickReader {
  /** Counts the clicks of an app or of one of its links. All numbers but points of single clicks are from the same moment. */
  count(query: CountQuery): Promise<Counted>;
  /** The days with clicks of people, for the best links of an app or for named ones. */
  linkDays(query: LinkDaysQuery): Promise<LinkDay[]>;
  /** The links of an app with the most clicks of people, each with its sums. */
  linkSums(query: TopLinksQuery): Promise<LinkSums[]>;
  /** The single clicks of an app or of one of its links, oldest first, in batches that are read while they are taken. */
  singleClicks(query: SingleClicksQuery): Promise<ClickBatches>;
  /**
   * The counts since the beginning of an app, under '', and of some of its links, by code. What has no clicks is
   * missing. It is read every two seconds.
   */
  totals(query: TotalsQuery): Promise<ReadonlyMap<string, Counts>>;
  /** The links of an app with the most clicks of people, in any order. */
  rankedLinks(query: TopLinksQuery): Promise<RankedLink[]>;
  close(): Promise<void>;
}

export interface CountQuery {
  readonly app: string;
  /** Only clicks on this link; undefined: on all links of the app. */
  readonly code: string | undefined;
  /** Only clicks with these values; '' is an unknown value. */
  readonly filters: ReadonlyMap<Dimension, string>;
  /** The points of the series: those of one period in order, then those of an earlier one. */
  readonly points: {
    readonly in: CountedIn;
    readonly ranges: readonly Range[];
    /**
     * If they are counted by single clicks, which no event has: for each period, the index of its first point, which
     * gets its steps, and its quarter-hours.
     */
    readonly steps: readonly { readonly point: number; readonly slots: Range }[];
  };
  readonly breakdowns: {
    readonly by: readonly Dimension[];
    readonly limit: number;
    /** Which values are the first ones. */
    readonly sort: keyof Counts;
    readonly days: Range;
    /** The period in quarter-hours; undefined: everything is counted by days. */
    readonly slots: Range | undefined;
  };
}

/** The counts of one value of a dimension; '' is unknown. */
export interface Value extends Counts {
  readonly value: string;
}

export interface Counted {
  /** By the index of the point; points without clicks are missing. Only steps count events. */
  readonly points: ReadonlyMap<number, Counts & Steps>;
  /** The highest counts of `sort` first. */
  readonly breakdowns: ReadonlyMap<Dimension, readonly Value[]>;
  readonly lifetime: Counts;
  /** All clicks of the days of breakdowns, which are the sums of each; zeros if none is counted by days. */
  readonly days: Counts;
}

export interface LinkDaysQuery {
  readonly app: string;
  readonly days: Range;
  /** The links with the most clicks of people, or these codes. */
  readonly links: { readonly top: number } | { readonly codes: readonly string[] };
}

/** The clicks of people on a link on a UTC day, and what followed. */
export interface LinkDay extends LinkSums {
  readonly day: number;
}

export interface TopLinksQuery {
  readonly app: string;
  /** Days since 1970-01-01 UTC. */
  readonly days: Range;
  readonly limit: number;
}

/** The clicks of people on a link, and what followed. */
export interface LinkSums extends Steps {
  readonly code: string;
  readonly clicks: number;
  readonly visitors: number;
}

export interface SingleClicksQuery {
  readonly app: string;
  /** Only clicks on this link; undefined: on all links of the app. */
  readonly code: string | undefined;
  /** Milliseconds since 1970-01-01 UTC; `to` is not included. */
  readonly from: number;
  readonly to: number;
}

export interface TotalsQuery {
  readonly app: string;
  readonly codes: readonly string[];
}

/** A link with clicks of people. */
export type RankedLink = Pick<LinkSums, 'code' | 'clicks'>;

export type ClickBatches = AsyncGenerator<readonly ExportedClick[], void, void>;

/** A single click with its labels. */
export interface ExportedClick extends Readonly<Record<Dimension, string>> {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly code: string;
  /** A set of bits: 1 if it is the first click of its visitor on this link and day, 2 in the app and day. */
  readonly visitor: number;
}
