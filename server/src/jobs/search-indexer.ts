import { BLOCK_LINKS } from '../domain/search/block.ts';
import { BlockBuilder } from '../domain/search/block-builder.ts';
import type { Database, Transaction } from '../storage/database.ts';
import {
  changedBlock,
  completeBlock,
  endIndexLease,
  findLinkAfter,
  indexedBlocks,
  keepIndexLease,
  lastLink,
  listSearchChanges,
  listSearched,
  takeIndexLease,
  writePostings,
} from '../storage/search-index.ts';
import { yieldToEventLoop } from '../time-slices.ts';
import { SteppedJob } from './stepped-job.ts';

/** How often new blocks are looked for. */
const CHECK_MS = 5000;
/** How long another process waits after this one has ended without a word. */
const LEASE_MS = 60_000;
/** Links of one read: a row can have 60 KB. */
const READ_LINKS = 128;
/** Terms of one transaction, so that other writes do not wait long. */
const WRITTEN_TERMS = 500;
/** With fewer, it is cheaper to check the changed links in each search. */
const CHANGES_PER_BLOCK = 64;
/** On PostgreSQL, a transaction that took a lower number can commit later. None lasts this long. */
const LATE_MS = 90_000;

/**
 * Writes the search index in the background, block by block, as soon as a block cannot get more links. Creates do no
 * work for it: a search reads newer links themselves. One process at a time writes.
 */
export class SearchIndexer extends SteppedJob {
  readonly #db: Database;
  readonly #lateMs: number;
  /** The number of the last link that was found, and when (`performance.now()`). */
  #seen: { readonly last: number; readonly at: number } | undefined;
  /** No link with a lower number can appear any more. */
  #settled = 0;
  /** Identifies the lease of this process; undefined: it has none. */
  #leasedUntil: number | undefined;

  constructor(db: Database, onError: (error: unknown) => void, lateMs = LATE_MS) {
    // After an error, searches read more links themselves until the next check.
    super((signal) => this.#step(signal), CHECK_MS, onError);
    this.#db = db;
    this.#lateMs = lateMs;
  }

  /** Writes a block. Returns whether there may be another one. */
  async #step(signal: AbortSignal): Promise<boolean> {
    const found = await this.#nextBlock();
    if (found === undefined) return false;
    const lease = (tx: Transaction) => takeIndexLease(tx, LEASE_MS);
    this.#leasedUntil = await this.#db.transaction(lease, 'none');
    // Otherwise, another process writes.
    return this.#writeBlock(found.block, found.next, signal);
  }

  /** A block that cannot get more links and is not written yet, or one with many changes. */
  async #nextBlock(): Promise<{ readonly block: number; readonly next: number } | undefined> {
    const block = await indexedBlocks(this.#db);
    const after = await findLinkAfter(this.#db, block);
    if (after && (await this.#isSettled(after.number))) return { block, next: after.block };
    const changed = await changedBlock(this.#db, block, CHANGES_PER_BLOCK);
    return changed === undefined ? undefined : { block: changed, next: changed + 1 };
  }

  /** Whether no link can appear any more whose number is lower than this one, which a link has. */
  async #isSettled(number: number): Promise<boolean> {
    // One transaction runs at a time, so links become visible in the order of their numbers.
    if (this.#db.engine === 'sqlite' || number <= this.#settled) return true;
    // Not the time at which a link was created: clocks of instances can be ahead or behind.
    this.#seen ??= { last: await lastLink(this.#db), at: performance.now() };
    const { last, at } = this.#seen;
    if (performance.now() - at < this.#lateMs) return false;
    this.#settled = last;
    this.#seen = undefined;
    return number <= last;
  }

  /** Returns false if another process has the lease: what was read for the block can be outdated. */
  async #writeBlock(block: number, next: number, signal: AbortSignal): Promise<boolean> {
    if (this.#leasedUntil === undefined) return false;
    const [from, to] = [block * BLOCK_LINKS, (block + 1) * BLOCK_LINKS];
    // Before the links: a change in between stays noted.
    const changes = await listSearchChanges(this.#db, from, to);
    const builder = new BlockBuilder();
    for (let at = from; at < to; at += READ_LINKS) {
      for (const link of await listSearched(this.#db, at, at + READ_LINKS)) {
        builder.add(link.seq - from, link);
        await yieldToEventLoop(signal);
      }
    }
    let postings: (readonly [term: number, links: string])[] = [];
    const write = (): Promise<boolean> => {
      const written = postings;
      postings = [];
      return this.#whileLeased((tx) => writePostings(tx, block, written));
    };
    for (const posting of builder.postings()) {
      postings.push(posting);
      await yieldToEventLoop(signal);
      if (postings.length === WRITTEN_TERMS && !(await write())) return false;
    }
    if (postings.length > 0 && !(await write())) return false;
    return this.#whileLeased(async (tx) => {
      await completeBlock(tx, block, next, changes);
      await endIndexLease(tx);
    });
  }

  /** Writes and extends the lease in one transaction, so that no other process can take it in between. */
  async #whileLeased(work: (tx: Transaction) => Promise<void>): Promise<boolean> {
    const held = this.#leasedUntil;
    if (held === undefined) return false;
    this.#leasedUntil = await this.#db.transaction(async (tx) => {
      const until = await keepIndexLease(tx, held, LEASE_MS);
      if (until !== undefined) await work(tx);
      return until;
    }, 'none');
    return this.#leasedUntil !== undefined;
  }
}
