import type { Log } from '../../log.ts';
import { Lane } from './lane.ts';
import { OverloadLog, type Refused } from './overload-log.ts';
import { RANKS, WORK, type Work } from './work.ts';

/** How often the event loop and the lanes are measured. */
const INTERVAL_MS = 50;
/** From this fill of a lane on, less important work is refused. */
const MAX_FILL = 0.5;
/** The event loop counts as late from here on. */
const LATE_MS = 75;
/** How long it must be late in every turn before requests are refused: a pause or a burst is not an overload. */
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
  #measuredAt: number;
  #cpuAt: number;
  /** The end of the first turn since which all were late. */
  #lateSince: number | undefined;
  /** Whether the event loop has been late for some time. */
  isStanding = false;
  /** Requests at all gates since the last measurement. */
  arrived = 0;
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
    this.#measuredAt = now();
    this.#cpuAt = cpu();
  }

  /** A gate for requests that take about the same time. */
  gate(work: Work): Gate {
    const gate = new Gate(this, work);
    this.#gates.push(gate);
    return gate;
  }

  start(): void {
    this.#measuredAt = this.#now();
    this.#timer = setInterval(() => this.measure(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** How late the event loop is by now. */
  lateMs(): number {
    return this.#now() - this.#measuredAt - INTERVAL_MS;
  }

  /** Runs at each interval, and so at most once in a turn of the event loop. */
  measure(): void {
    const now = this.#now();
    const elapsedMs = now - this.#measuredAt;
    const refused: Refused = {};
    this.minRank = 0;
    for (const { work, rank, lane } of this.#gates) {
      const count = lane.update(elapsedMs);
      if (count > 0) refused[work] = (refused[work] ?? 0) + count;
      if (lane.fill >= MAX_FILL) this.minRank = Math.max(this.minRank, rank);
    }
    const cpuAt = this.#cpu();
    const wasBusy = cpuAt - this.#cpuAt >= elapsedMs * MIN_CPU && this.arrived >= MIN_PER_TURN;
    const isLate = wasBusy && this.lateMs() >= LATE_MS;
    this.#cpuAt = cpuAt;
    this.#lateSince = isLate ? (this.#lateSince ?? now) : undefined;
    this.isStanding = this.#lateSince !== undefined && now - this.#lateSince >= STANDING_MS;
    this.arrived = 0;
    this.#measuredAt = now;
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

  constructor(overload: Overload, work: Work) {
    const { minimum, maxLateMs } = WORK[work];
    const lane = new Lane(minimum);
    this.#overload = overload;
    this.#maxLateMs = maxLateMs;
    this.#end = () => lane.end();
    this.work = work;
    this.rank = RANKS[work];
    this.lane = lane;
  }

  /** Whether to refuse a new request. If so, it counts as refused. */
  refuses(): boolean {
    this.#overload.arrived++;
    if (this.rank >= this.#overload.minRank && !this.lane.isFull && !this.#isLate()) return false;
    this.lane.refuse();
    return true;
  }

  #isLate(): boolean {
    const overload = this.#overload;
    if (!overload.isStanding || overload.arrived < MIN_PER_TURN) return false;
    return overload.lateMs() >= this.#maxLateMs;
  }

  /** Counts an accepted request until `work` is settled: while the service works, not while a client sends. */
  track(work: Promise<unknown>): void {
    this.lane.begin();
    work.then(this.#end, this.#end);
  }
}
