import { leadOver } from '../../deletion-time.ts';
import type { ClickBatch } from '../batch.ts';
import type { ClickStore } from '../click-store.ts';
import type { ClickSettings } from '../clicks.ts';
import type { Countries } from '../countries.ts';
import { groupClicks } from '../group-clicks.ts';
import { VisitorHashes } from '../visitor-hashes.ts';
import { ROW_COLUMNS, rowsOf, rowsWithout } from './batch-rows.ts';
import type { ClickHouse } from './clickhouse.ts';
import { migrateClickHouse } from './migrate-clickhouse.ts';
import { sealedUntil, Sealing } from './sealing.ts';

/**
 * A click store on ClickHouse. Clicks are only added, one row for each, and counted by reports until their day is
 * over. Then the day is sealed: its counts are added to the roll-ups.
 */
export class ClickHouseStore implements ClickStore {
  readonly #db: ClickHouse;
  readonly #writer: string;
  readonly #settings: ClickSettings;
  readonly #countries: Countries | undefined;
  readonly #hashes = new VisitorHashes();
  readonly #sealing: Sealing;
  #sealedUntil = 0;

  /** `slow`: for statements about whole days. `writer`: the name of this process. */
  constructor(
    { db, slow }: { readonly db: ClickHouse; readonly slow: ClickHouse },
    writer: string,
    settings: ClickSettings,
    countries?: Countries,
  ) {
    this.#db = db;
    this.#writer = writer;
    this.#settings = settings;
    this.#countries = countries;
    this.#sealing = new Sealing(slow, settings);
  }

  async open(now: number): Promise<void> {
    await migrateClickHouse(this.#db, now);
    this.#sealedUntil = await sealedUntil(this.#db);
  }

  async store(batch: ClickBatch, seq: number, now: number): Promise<void> {
    const grouped = groupClicks(batch, (network) => this.#countries?.countryOf(network, now) ?? '');
    const days = new Set(grouped.groups.map(({ combination }) => combination.day));
    await this.#hashes.load((day, key) => this.#keyOf(day, key), days, now);
    const name = `${this.#writer}-${seq}`;
    const { rows, opens, latePart } = rowsOf(batch, grouped, {
      name,
      hashes: this.#hashes,
      storesTimes: this.#settings.rawDays > 0,
      sealedUntil: this.#sealedUntil,
      now,
    });
    // Repeated ones are not counted anyway.
    await this.#db.insert('click_opens', ROW_COLUMNS, opens, name);
    if (latePart === undefined) return this.#db.insert('click_rows', ROW_COLUMNS, rows, name);
    // An earlier attempt can have put some of the late rows into other parts of the table, whose tokens are others, and other
    // rows with the token of the batch into the part of the late ones.
    const missing = rowsWithout(rows, await this.#placesOf(name));
    await this.#db.insert('click_rows', ROW_COLUMNS, missing, `${name} late ${latePart}`);
  }

  /** The places of the rows of a batch that are stored. */
  async #placesOf(name: string): Promise<ReadonlySet<number>> {
    const rows = await this.#db.rows<{ place: number }>(
      'select place from click_rows where batch = {name:String}',
      { name },
    );
    return new Set(rows.map(({ place }) => place));
  }

  /** The first insert for a day has an effect: all instances get the same key. */
  async #keyOf(day: number, key: Uint8Array): Promise<Uint8Array | undefined> {
    const text = Buffer.from(key).toString('base64');
    await this.#db.insert('click_keys', ['day', 'key'], [[day, text]], `day ${day}`);
    const [row] = await this.#db.rows<{ key: string }>(
      'select key from click_keys where day = {day:Int64}',
      { day },
    );
    return row && Buffer.from(row.key, 'base64');
  }

  async retain(now: number): Promise<void> {
    this.#hashes.prune(now);
    const clock = 'select toFloat64(toUnixTimestamp64Milli(now64(3))) as at';
    const lead = await leadOver(() => this.#db.rows<{ at: number }>(clock));
    await this.#sealing.run(now - Math.max(0, lead));
    this.#sealedUntil = await sealedUntil(this.#db);
  }

  reset(): void {
    this.#hashes.clear();
  }

  async close(): Promise<void> {
    await this.#sealing.stop();
    await this.#db.close();
  }
}
