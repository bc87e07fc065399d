import { Worker } from 'node:worker_threads';
import {
  StoreUnavailable,
  type BatchTotals,
  type CodeSpace,
  type InsertedLink,
  type LinkRow,
  type Redeemed,
  type RedeemRow,
  type StoreLoad,
  type Transaction,
} from '../database.ts';
import { pausingLongWork } from '../../time-slices.ts';
import { boundValues, CREATED_FIELDS } from '../link-columns.ts';
import { Checkpoints } from './checkpoints.ts';
import type { BatchReply, WriterCommand, WriterData } from './protocol.ts';
import { transact } from './transact.ts';
import { WorkerThread } from './worker-thread.ts';

/** Maximum number of links, and of redemptions, in one commit. */
const MAX_BATCH = 512;
/** A batch of this size does not wait for the end of the turn, which can be long under load. */
const LARGE_BATCH = 128;
/** Creates, redemptions, and transactions that may wait; more of each are rejected. */
const MAX_WAITING = 20_000;
/** How long a failed batch makes the probe fail, unless another batch succeeds. */
const REFUSAL_COUNTS_MS = 3000;
/** Rows that a transaction counts as for checkpoints. */
const ROWS_OF_A_TRANSACTION = 100;

interface Waiting<Row, Result> {
  readonly row: Row;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * The queue of everything that is written. Creates and redemptions that arrive together share one
 * transaction, and one transaction runs at a time. The writer thread executes the statements.
 */
export class WriteQueue {
  readonly #writer: WorkerThread<WriterCommand>;
  readonly #checkpoints: Checkpoints;
  #links: Waiting<LinkRow, InsertedLink>[] = [];
  #redemptions: Waiting<RedeemRow, Redeemed>[] = [];
  readonly #transactions: (() => Promise<void>)[] = [];
  /** Migrations that run or wait. Until then, other writes are refused: they could wait for minutes. */
  #migrations = 0;
  #working = false;
  #scheduled = false;
  #idle: (() => void)[] = [];
  readonly #batches = { count: 0, operations: 0 };
  #refused: { readonly error: StoreUnavailable; readonly at: number } | undefined;

  constructor(path: string, codes: CodeSpace) {
    const workerData: WriterData = { path, codes };
    this.#writer = new WorkerThread({
      name: 'writer',
      writes: true,
      start: () => new Worker(new URL('./writer.js', import.meta.url), { workerData }),
    });
    this.#checkpoints = new Checkpoints(path);
  }

  /** Why the last batch failed, if that was recently. */
  get refusal(): StoreUnavailable | undefined {
    const refused = this.#refused;
    return refused && performance.now() - refused.at < REFUSAL_COUNTS_MS
      ? refused.error
      : undefined;
  }

  insertLink(row: LinkRow): Promise<InsertedLink> {
    return this.#wait(this.#links, row);
  }

  redeem(row: RedeemRow): Promise<Redeemed> {
    return this.#wait(this.#redemptions, row);
  }

  #wait<Row, Result>(line: Waiting<Row, Result>[], row: Row): Promise<Result> {
    const refusal = this.#refusalOf(line.length);
    if (refusal) return Promise.reject(refusal);
    return new Promise((resolve, reject) => {
      line.push({ row, resolve, reject });
      this.#schedule();
    });
  }

  /** Why nothing more can wait in a line in which this many wait. */
  #refusalOf(waiting: number): StoreUnavailable | undefined {
    if (this.#migrations > 0) {
      return new StoreUnavailable('MIGRATING', 'the database is being migrated');
    }
    return waiting < MAX_WAITING
      ? undefined
      : new StoreUnavailable('QUEUE_FULL', 'too many writes are waiting');
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const refusal = this.#refusalOf(this.#transactions.length);
    if (refusal) throw refusal;
    return this.#add(() => this.#transact(work));
  }

  async migration<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.#migrations++;
    try {
      return await this.#add(() => this.#transact(work));
    } finally {
      this.#migrations--;
    }
  }

  /** Runs a statement in a transaction of its own, which ends without waiting for this thread, however many wait. */
  async run(sql: string): Promise<void> {
    const refusal = this.#refusalOf(0);
    if (refusal) throw refusal;
    await this.#add(() => this.#writer.ask({ kind: 'run', sql, parameters: [] }));
  }

  #add<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#transactions.push(() => work().then(resolve, reject));
      this.#schedule();
    });
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = await pausingLongWork(() => transact(this.#writer, work));
    this.#checkpoints.wrote(ROWS_OF_A_TRANSACTION);
    return result;
  }

  /** Waits until the current turn of the event loop ends, so that requests of one turn share a batch. */
  #schedule(): void {
    if (this.#working) return;
    if (this.#links.length + this.#redemptions.length >= LARGE_BATCH) {
      void this.#work();
    } else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        if (!this.#working) void this.#work();
      });
    }
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (;;) {
      if (this.#checkpoints.wantsWriter) {
        this.#checkpoints.wantsWriter = false;
        await this.#writer.ask({ kind: 'checkpoint' }).catch(() => undefined);
      }
      const transaction = this.#transactions.shift();
      if (transaction) await transaction();
      // After each transaction: callers that wait for one and send the next would keep creates waiting for ever.
      if (this.#links.length > 0 || this.#redemptions.length > 0) await this.#writeBatch();
      else if (!transaction) break;
    }
    this.#working = false;
    for (const done of this.#idle.splice(0)) done();
  }

  async #writeBatch(): Promise<void> {
    const links = this.#links.slice(0, MAX_BATCH);
    this.#links = this.#links.slice(MAX_BATCH);
    const redemptions = this.#redemptions.slice(0, MAX_BATCH);
    this.#redemptions = this.#redemptions.slice(MAX_BATCH);
    this.#batches.count++;
    this.#batches.operations += links.length + redemptions.length;
    try {
      const reply = (await this.#writer.ask({
        kind: 'batch',
        links: links.map(({ row }) => boundValues(row, CREATED_FIELDS)),
        keys: links.flatMap(({ row: { once } }, index) =>
          once ? [[index, once.key, once.bodyDigest] as const] : [],
        ),
        counted: links.flatMap(({ row: { platform } }, index) =>
          platform ? [[index, platform.maxLinks ?? null] as const] : [],
        ),
        redemptions: redemptions.map(
          ({ row }) => [row.appId, row.id, row.code, row.tokenId, row.createdAt] as const,
        ),
        eventIds: links.some(({ row }) => row.event)
          ? links.map(({ row }) => row.event?.id ?? '')
          : [],
        smartlinkBase: links.find(({ row }) => row.event)?.row.event?.smartlinkBase ?? '',
        grantEvents: redemptions.flatMap(({ row: { events } }, index) =>
          events ? [[index, events]] : [],
        ),
      })) as BatchReply;
      answerLinks(links, reply);
      answerRedemptions(redemptions, reply);
      this.#checkpoints.wrote(links.length - reply.notCreated.length + redemptions.length);
      this.#refused = undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#refused = { error, at: performance.now() };
      for (const waiting of [links, redemptions].flat()) waiting.reject(error);
    }
  }

  load(): StoreLoad {
    const writes: BatchTotals = { ...this.#batches };
    return {
      waiting: {
        links: this.#links.length,
        redemptions: this.#redemptions.length,
        transactions: this.#transactions.length,
      },
      batches: { writes },
    };
  }

  /** Finishes what is waiting, then ends the threads. Call `release` when all connections are closed. */
  async close(): Promise<void> {
    if (this.#working || this.#scheduled) {
      await new Promise<void>((done) => this.#idle.push(done));
    }
    await this.#checkpoints.stop();
    await this.#writer.close();
  }

  release(): void {
    this.#checkpoints.release();
  }
}

function answerLinks(
  links: readonly Waiting<LinkRow, InsertedLink>[],
  { codes, notCreated }: BatchReply,
): void {
  const outcomes = new Map(notCreated);
  links.forEach((waiting, row) => {
    const outcome = outcomes.get(row) ?? 'created';
    const code = codes[row] ?? '';
    waiting.resolve(
      outcome === 'created' || outcome === 'existing' ? { outcome, code } : { outcome },
    );
  });
}

function answerRedemptions(
  redemptions: readonly Waiting<RedeemRow, Redeemed>[],
  { redeemed }: BatchReply,
): void {
  redemptions.forEach((waiting, index) => {
    const reply = redeemed[index] ?? 'refused';
    if (typeof reply === 'string') return waiting.resolve({ outcome: reply });
    const [count, redeemLimit, metadata] = reply;
    const grant = { code: waiting.row.code, metadata, redemptions: count, redeemLimit };
    waiting.resolve({ outcome: 'granted', grant });
  });
}
