import { NEW_CHANGE } from '../changes.ts';
import { StoreUnavailable, type Transaction } from '../database.ts';

/**
 * The changes of a transaction that others must see. They are written last: a change gets its number when it is written, and
 * readers wait only for some time for a number that is missing. So the rest of the transaction can take any time.
 */
export class AnnouncedChanges {
  /** By subject: what to add to the time of this process for the time of the change. */
  readonly #offsets = new Map<string, number>();

  add(subject: string, now: number): void {
    this.#offsets.set(subject, now - performance.now());
  }

  /**
   * Writes them at the end of a transaction. Throws if that takes longer than `maxMs`: readers would never see a number that
   * appears after they have stopped waiting for it.
   */
  async write(tx: Transaction, notify: () => Promise<unknown>, maxMs: number): Promise<void> {
    if (this.#offsets.size === 0) return;
    const started = performance.now();
    // Their times are those of their numbers: a reader that starts takes older changes for complete.
    const rows = [...this.#offsets].map(([subject, offset]) => [
      subject,
      Math.round(started + offset),
    ]);
    await tx.insertMany('changes', NEW_CHANGE, rows);
    await notify();
    if (performance.now() - started > maxMs) {
      throw new StoreUnavailable('PG_SLOW', 'the transaction took too long');
    }
  }
}
