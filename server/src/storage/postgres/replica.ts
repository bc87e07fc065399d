import { StoreUnavailable } from '../database.ts';
import { Connections } from './connections.ts';
import { locationOf, type Parameters, type PostgresSettings } from './driver.ts';
import { LOOKUPS, Lookups } from './lookups.ts';

/** How long a visit waits for a replica before it reads from the primary. */
const LOOKUP_MS = 250;
/** One more than lookups, for the probe. */
const POOL_SIZE = LOOKUPS.maxRunning + 1;
/** How long a probe may take, with a new connection. */
const PROBE_MS = 2000;
const PROBE_INTERVAL_MS = 500;
/** How long a replica is left alone after failures: twice as long after each, up to the maximum. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

const MARK = '(select mark from replica_marks where process = ?) as mark';
const PROBE = `select ${MARK}, pg_is_in_recovery() as is_standby`;

/** What a snapshot of a replica contains. */
interface Snapshot {
  /** The newest mark of this process; null: none. */
  readonly mark: number | null;
  /** False: the server accepts writes, so it no longer follows the primary. */
  readonly is_standby: boolean;
}

export type Found<Row> = Row & Snapshot;

/** Gets the reason why a replica is not used; undefined: it is used again. */
export type OnReplicaChange = (replica: Replica, reason: Error | undefined) => void;

/** The connections to one read replica. It is probed at intervals, and not asked while it does not respond in time. */
export class Replica {
  /** From 1, in the order of the setting. */
  readonly number: number;
  /** The lookups of visits, since the start of the process. */
  readonly lookups = { used: 0, discarded: { behind: 0, failed: 0, not_found: 0 } };
  /** Without user and password. */
  readonly location: string;
  readonly #process: string;
  readonly #connections: Connections;
  readonly #batched = new Lookups((sql, parameters) => this.#read(sql, parameters));
  #mark: number | null = null;
  /** Why it is not used; undefined: it is. */
  #reason: Error | undefined = new Error('it was not probed yet');
  /** Of probes and of lookups, since the last that succeeded. */
  #failures = { probes: 0, lookups: 0 };
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #onChange: OnReplicaChange = () => undefined;
  #isClosed = false;

  /** `process`: whose marks are read. */
  constructor(number: number, process: string, settings: Omit<PostgresSettings, 'poolSize'>) {
    this.number = number;
    this.#process = process;
    this.location = locationOf(settings.url);
    this.#connections = new Connections({
      ...settings,
      poolSize: POOL_SIZE,
      statementTimeoutMs: PROBE_MS,
    });
  }

  /** The mark that it had when it was last asked. */
  get mark(): number | null {
    return this.#mark;
  }

  get isUsed(): boolean {
    return this.#reason === undefined;
  }

  start(onChange: OnReplicaChange): void {
    this.#onChange = onChange;
    void this.#probeRegularly();
  }

  async #probeRegularly(): Promise<void> {
    try {
      await this.probe();
      this.#failures.probes = 0;
      if (performance.now() >= this.#pausedUntil) this.#change(undefined);
    } catch (error) {
      this.#failures.probes++;
      this.#change(error as Error);
    }
    if (this.#isClosed) return;
    const { probes } = this.#failures;
    const delay = probes === 0 ? PROBE_INTERVAL_MS : pauseAfter(probes);
    this.#timer = setTimeout(() => void this.#probeRegularly(), delay).unref();
  }

  /** Rejects if it does not respond, or is not a standby. */
  async probe(): Promise<void> {
    const run = this.#connections.run<Snapshot>(PROBE, [this.#process]);
    const [snapshot] = await within(PROBE_MS, run);
    if (snapshot) this.#saw(snapshot);
  }

  /** Rejects if there is no response in time; then it is not used for a while. */
  lookUp<Row>(sql: string, column: string, key: string): Promise<Found<Row> | undefined> {
    return this.#batched.lookUp<Found<Row>>(sql, column, key);
  }

  async #read<Row>(sql: string, parameters: Parameters): Promise<Row[]> {
    // It failed while these waited.
    if (this.#reason) throw this.#reason;
    try {
      // One statement, so the mark is that of the snapshot with the rows.
      const statement = `select found.*, ${MARK}, pg_is_in_recovery() as is_standby
        from (${sql}) found`;
      const run = this.#connections.run<Found<Row>>(statement, [this.#process, ...parameters]);
      const rows = await within(LOOKUP_MS, run);
      if (rows[0]) this.#saw(rows[0]);
      this.#failures.lookups = 0;
      return rows;
    } catch (error) {
      this.#pause(error as Error);
      throw error;
    }
  }

  #saw({ mark, is_standby: isStandby }: Snapshot): void {
    if (!isStandby) {
      throw new StoreUnavailable('NOT_A_REPLICA', 'it is not a replica: it accepts writes');
    }
    this.#mark = mark;
  }

  /** The other lookups that were under way fail, too. */
  #pause(error: Error): void {
    if (this.#reason) return;
    this.#pausedUntil = performance.now() + pauseAfter(++this.#failures.lookups);
    this.#change(error);
  }

  #change(reason: Error | undefined): void {
    const before = this.#reason;
    this.#reason = reason;
    const isNews = before?.message !== reason?.message;
    if (isNews && !this.#isClosed) this.#onChange(this, reason);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#connections.end();
  }
}

function pauseAfter(failures: number): number {
  return Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (failures - 1));
}

/**
 * Rejects with `StoreUnavailable` if `work` takes longer. What has arrived until then is read first: a busy process must
 * not take its own delay for that of a server.
 */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void =>
      reject(new StoreUnavailable('REPLICA_SLOW', `no response within ${milliseconds} ms`));
    const timer = setTimeout(() => setImmediate(late), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
