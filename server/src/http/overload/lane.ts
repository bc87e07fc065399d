/** A lane accepts the work that it finishes in this time at its current rate. */
const MAX_WAIT_MS = 200;
/** The rate is measured over at least this time. A shorter backlog is a burst, which is accepted. */
const MEASURED_MS = 250;
/** The time without a finished request that is not measured in a backlog: something may have paused. */
const MAX_PAUSE_MS = 200;
/** The lane accepts everything again when it had no backlog and refused nothing for this time. */
const CALM_MS = 500;

/**
 * Requests of one kind that are in progress. The rate at which they finish limits how many there can be, so
 * the limit follows the speed of the database and needs no configuration. Without a backlog there is no limit.
 */
export class Lane {
  readonly #minimum: number;
  readonly #few: number;
  inFlight = 0;
  /** With this many requests in progress, more are refused. */
  limit = Infinity;
  /** All refused requests since the start. */
  refusedTotal = 0;
  #finished = 0;
  /** What finished before the last update. */
  #finishedBefore = 0;
  /** The pauses of this backlog. */
  #pausedMs = 0;
  #refused = 0;
  #wasFull = false;
  /** The time since a request was last refused because of other work. */
  #unshedMs = CALM_MS;
  #wasBusy = false;
  #measuredMs = 0;
  #calmMs = 0;
  /** Requests per millisecond. */
  #rate: number | undefined;

  /** `minimum`: with fewer requests in progress there is no backlog. `few`: the same while other work is more important. */
  constructor(minimum: number, few = minimum) {
    this.#minimum = minimum;
    this.#few = few;
  }

  begin(): void {
    this.inFlight++;
  }

  end(): void {
    this.inFlight--;
    this.#finished++;
  }

  /** Counts a refused request. */
  refuse(): void {
    this.#refused++;
    this.refusedTotal++;
    if (this.isFull) this.#wasFull = true;
    else this.#unshedMs = 0;
  }

  get #isShed(): boolean {
    return this.#unshedMs < CALM_MS;
  }

  get isFull(): boolean {
    return this.inFlight >= this.limit;
  }

  /** How much of the limit is used, from 0 to 1. */
  get fill(): number {
    return this.inFlight / this.limit;
  }

  /**
   * Adjusts the limit; call it regularly. `elapsedMs`: the time since the last call. Returns the number of
   * refused requests in that time.
   */
  update(elapsedMs: number): number {
    const refused = this.#refused;
    const busy = this.inFlight >= this.#minimum || this.#wasFull;
    // Without a backlog, the rate would be that of the arrivals.
    if (busy && this.#wasBusy) this.#measure(elapsedMs);
    else {
      this.#restart();
      this.#pausedMs = 0;
    }
    this.#calmMs = busy || refused > 0 ? 0 : this.#calmMs + elapsedMs;
    if (this.#calmMs >= CALM_MS) {
      this.#rate = undefined;
      this.limit = Infinity;
    } else if (this.#isShed && this.#rate === undefined) {
      // In the moments in which requests are not refused because of other work, a burst would wait behind that work.
      this.limit = this.#few;
    }
    // The lane's own requests can keep it busy when the other work is over.
    if (this.#isShed && (this.#unshedMs += elapsedMs) >= CALM_MS) {
      this.limit = Math.max(this.#minimum, this.limit);
    }
    this.#wasBusy = busy;
    this.#wasFull = false;
    this.#refused = 0;
    return refused;
  }

  #measure(elapsedMs: number): void {
    const isPaused = this.#finished === this.#finishedBefore && this.#pausedMs < MAX_PAUSE_MS;
    this.#finishedBefore = this.#finished;
    if (isPaused) {
      this.#pausedMs += elapsedMs;
      return;
    }
    this.#measuredMs += elapsedMs;
    if (this.#measuredMs < MEASURED_MS) return;
    const rate = this.#finished / this.#measuredMs;
    this.#rate = this.#rate === undefined ? rate : (this.#rate + rate) / 2;
    const least = this.#isShed ? this.#few : this.#minimum;
    this.limit = Math.max(least, Math.ceil(this.#rate * MAX_WAIT_MS));
    this.#restart();
  }

  #restart(): void {
    this.#measuredMs = this.#finished = this.#finishedBefore = 0;
  }
}
