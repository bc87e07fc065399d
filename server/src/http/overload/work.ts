export interface KindOfWork {
  /** With fewer requests in progress there is no backlog. Frequent kinds share statements and commits. */
  readonly minimum: number;
  /** The same while other work is more important. Left out: `minimum`. */
  readonly few?: number;
  /** New requests are refused while the event loop is later than this, and has been late for some time. */
  readonly maxLateMs: number;
}

/** The kinds of work in the order in which they are refused. */
export const WORK = {
  /** Management requests that only read, the dashboard and the documentation. Some search long. */
  reads: { minimum: 32, few: 4, maxLateMs: 75 },
  /** Other management requests. */
  changes: { minimum: 256, few: 4, maxLateMs: 75 },
  /** Creates and retrieves. */
  links: { minimum: 256, maxLateMs: 100 },
  /** Redemptions, and links that open an app. */
  client: { minimum: 128, maxLateMs: 110 },
  /** Visits that need the database; the others are always answered. */
  visits: { minimum: 256, maxLateMs: 125 },
} as const satisfies Record<string, KindOfWork>;

export type Work = keyof typeof WORK;

/** The importance of each kind of work. */
export const RANKS = Object.fromEntries(
  Object.keys(WORK).map((work, rank) => [work, rank]),
) as Record<Work, number>;
