import type { Log } from '../../log.ts';
import { toProblem } from '../problem-reply.ts';
import { Lane } from './lane.ts';
import { OverloadLog, type Refused } from './overload-log.ts';
import { RANKS, WORK, type KindOfWork, type Work } from './work.ts';

/** How often the event loop and the lanes are measured; the lanes also during a turn that takes longer. */
const INTERVAL_MS = 50;
/** From this fill of a lane on, less important work is refused. */
const MAX_FILL = 0.5;
/** The event loop counts as late from here on. */
const LATE_MS = 75;
/** How long it must be late before requests are refused: a pause or a burst is not an overload. */
const STANDING_MS = 500;
/** With fewer requests in one turn of the event loop, the turn is late because of something else. */
const MIN_PER_TURN = 10;
/** The same if the process had the CPU for a smaller part of the turn: then other programs use the machine. */
const MIN_CPU = 0.5;

/**
 * Decides which requests are refused so that the accepted ones are answered within a second. Two signals
 * count, and both measure waiting, not load: the requests of a kind that are in progress, compared with the
 * rate at which they finish (see `Lane`); and the delay of the event loop, during which requests wait in the
 * buffers of the kernel.
 */
export class Overload {
  readonly #log: OverloadLog;
  readonly #now: () => number;
  readonly #cpu: () => number;
  readonly #gates: Gate[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The beginning of the current turn of the event loop, and the CPU time then. */
  #turnAt: number;
  #cpuAt: number;
  /** When the lanes were measured. */
  #lanesAt: number;
  /** The end of the first turn since which all were late. */
  #lateSince: number | undefined;
  /** The first request in the current turn. */
  #firstAt: number | undefined;
  /** Requests at all gates in the current turn. */
  #arrived = 0;
  /** Work below this rank is refused, because more important work is waiting. */
  minRank = 0;

  /** `now`: a clock in milliseconds; `cpu`: the CPU time of this process in milliseconds. */
  constructor(
    log: Pick<Log, 'warn'>,
    now: () => number = () => performance.now(),
    cpu: () => number = cpuTime,
  ) {
    this.#log = new OverloadLog(log);
    this.#now = now;
    this.#cpu = cpu;
    this.#turnAt = this.#lanesAt = now();
    this.#cpuAt = cpu();
  }

  /** A gate for requests that take about the same time. */
  gate(work: Work): Gate {
    const gate = new Gate(this, work);
    this.#gates.push(gate);
    return gate;
  }

  /** The load of each kind of work. */
  load(): { readonly work: Work; readonly inProgress: number; readonly refused: number }[] {
    const totals = new Map<Work, { inProgress: number; refused: number }>();
    for (const { work, lane } of this.#gates) {
      const { inProgress = 0, refused = 0 } = totals.get(work) ?? {};
      totals.set(work, {
        inProgress: inProgress + lane.inFlight,
        refused: refused + lane.refusedTotal,
      });
    }
    return Array.from(totals, ([work, total]) => ({ work, ...total }));
  }

  start(): void {
    this.#turnAt = this.#lanesAt = this.#now();
    this.#timer = setInterval(() => this.turn(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Counts a request. Returns how late the event loop is, in milliseconds, if it has been late for some time;
   * otherwise 0.
   */
  arrive(): number {
    const now = this.#now();
    this.#arrived++;
    this.#firstAt ??= now;
    // While responses free connections that send again, a turn can take seconds.
    if (now - this.#lanesAt >= INTERVAL_MS) this.#measureLanes(now);
    const lateMs = this.#lateMs(now);
    if (lateMs < LATE_MS || now - (this.#lateSince ?? this.#firstAt) < STANDING_MS) return 0;
    return this.#isBusy(now) ? lateMs : 0;
  }

  /** Ends a turn of the event loop; the timer calls it. */
  turn(): void {
    const now = this.#now();
    if (now - this.#lanesAt > 0) this.#measureLanes(now);
    const isLate = this.#lateMs(now) >= LATE_MS && this.#isBusy(now);
    this.#lateSince = isLate ? (this.#lateSince ?? now) : undefined;
    this.#firstAt = undefined;
    this.#arrived = 0;
    this.#turnAt = now;
    this.#cpuAt = this.#cpu();
  }

  #lateMs(now: number): number {
    return now - this.#turnAt - INTERVAL_MS;
  }

  /** Whether the requests of this turn are the reason that it takes long. */
  #isBusy(now: number): boolean {
    if (this.#arrived < MIN_PER_TURN) return false;
    return this.#cpu() - this.#cpuAt >= (now - this.#turnAt) * MIN_CPU;
  }

  #measureLanes(now: number): void {
    const elapsedMs = now - this.#lanesAt;
    const refused: Refused = {};
    this.minRank = 0;
    for (const { work, rank, lane } of this.#gates) {
      const count = lane.update(elapsedMs);
      if (count > 0) refused[work] = (refused[work] ?? 0) + count;
      if (lane.fill >= MAX_FILL) this.minRank = Math.max(this.minRank, rank);
    }
    this.#lanesAt = now;
    this.#log.note(refused, now);
  }
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Where requests of one kind enter. */
export class Gate {
  readonly work: Work;
  readonly rank: number;
  readonly lane: Lane;
  readonly #maxLateMs: number;
  readonly #overload: Overload;
  readonly #end: () => void;
  readonly #failed: (error: unknown) => void;

  constructor(overload: Overload, work: Work) {
    const { minimum, few, maxLateMs }: KindOfWork = WORK[work];
    const lane = new Lane(minimum, few);
    this.#overload = overload;
    this.#maxLateMs = maxLateMs;
    this.#end = () => lane.end();
    this.#failed = (error) => {
      lane.end();
      // The queue of the database is full: the response is the same.
      if (toProblem(error).code === 'overloaded') lane.refuse();
    };
    this.work = work;
    this.rank = RANKS[work];
    this.lane = lane;
  }

  /** Whether to refuse a new request. If so, it counts as refused. */
  refuses(): boolean {
    const lateMs = this.#overload.arrive();
    const { lane, rank } = this;
    if (rank >= this.#overload.minRank && !lane.isFull && lateMs < this.#maxLateMs) return false;
    lane.refuse();
    return true;
  }

  /** Counts an accepted request until `work` is settled: while the service works, not while a client sends. */
  track(work: Promise<unknown>): void {
    this.lane.begin();
    work.then(this.#end, this.#failed);
  }
}
