import type { Loss } from '../../domain/click/click.ts';
import type { Click } from './batch.ts';
import type { ClickReader } from './click-reader.ts';

/** Reports a change of the store for the log. */
export type ClickReport = (level: 'warn' | 'info', what: string, error?: unknown) => void;

/** What is recorded, and for how long. */
export interface ClickSettings {
  /** How many days single clicks are kept; 0: they are not stored. */
  readonly rawDays: number;
  /** How many months counts are kept. */
  readonly months: number;
  /** Whether a visitor with `Sec-GPC: 1` or `DNT: 1` is counted without a hash. */
  readonly respectGpc: boolean;
  /** The longest time for which a click waits in memory. */
  readonly flushSeconds: number;
  /** The MMDB file that has the countries of networks; undefined: countries are not recorded. */
  readonly countryFile: string | undefined;
  /** The file with the networks of data centers, whose clicks are those of bots; undefined: none is known. */
  readonly dataCenterFile: string | undefined;
}

/** Clicks since the start of this process. */
export interface ClickStats {
  /** The sum of all others. */
  readonly recorded: number;
  readonly stored: number;
  readonly waiting: number;
  /** Those of `holdProbe`, which can still become a part of another one. */
  readonly held: number;
  readonly lost: Readonly<Record<Loss, number>>;
}

/** The click store, which is a database of its own. */
export interface Clicks {
  /** Where it is, as text without a password. */
  readonly location: string;
  /** Its files on this machine, existing or not; none for a server. */
  readonly files: readonly string[];
  /** Of which period single clicks are deleted together, in UTC. */
  readonly rawDeletedBy: 'month' | 'day';
  readonly settings: ClickSettings;
  readonly reader: ClickReader;
  /** Opens and migrates the store, in the background. */
  start(report: ClickReport): void;
  /** Never waits. */
  record(click: Click): void;
  /** The same for a visitor who got a probe page, which may request the link again: then both are one click. */
  holdProbe(click: Click): void;
  /** A visitor who has a cookie: the visit may continue one that is held. */
  continueProbe(click: Click): void;
  /** Waits until what was recorded in this process before the call is stored, at most 2 s. */
  settle(): Promise<void>;
  stats(): ClickStats;
  /** Stores what is waiting, then closes the store. */
  close(): Promise<void>;
}
