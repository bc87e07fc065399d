import type { GrantEvents } from '../../domain/webhook/event.ts';
import type { CodeSpace, InsertedLink, SqlValue } from '../database.ts';

/** What the main thread sends to the threads that write and checkpoint, and what they reply. */

export interface WriterData {
  readonly path: string;
  readonly codes: CodeSpace;
}

export interface CheckpointerData {
  readonly path: string;
  /** An open descriptor of the database file. */
  readonly file: number;
}

type Statement = { readonly sql: string; readonly parameters: readonly SqlValue[] };

export type RedeemValues = readonly [
  appId: string,
  id: string,
  code: string,
  tokenId: string,
  createdAt: number,
];

/** Writes that share one commit. */
export interface Batch {
  /** The bound values of each link, in the order of `CREATED_FIELDS`: arrays cross to a thread cheaply. */
  readonly links: readonly (readonly SqlValue[])[];
  /** The rows that have an `Idempotency-Key`. */
  readonly keys: readonly (readonly [row: number, key: string, bodyDigest: string])[];
  /** The rows that a platform token creates, and the limit for the links of its app. */
  readonly counted: readonly (readonly [row: number, maxLinks: number | null])[];
  readonly redemptions: readonly RedeemValues[];
  /** The ids of the events of links that are created, by row; empty: no webhook gets one. Flat, so that it is copied fast. */
  readonly eventIds: readonly string[];
  readonly smartlinkBase: string;
  /** The events of redemptions that are granted, by row. */
  readonly grantEvents: readonly (readonly [row: number, events: GrantEvents])[];
}

/** The outcome of a batch, as plain values too. */
export interface BatchReply {
  /** The code of each link; empty where it got none. */
  readonly codes: readonly string[];
  /** The outcome of each link that was not created. */
  readonly notCreated: readonly (readonly [row: number, outcome: InsertedLink['outcome']])[];
  readonly redeemed: readonly RedeemReply[];
}

export type RedeemReply =
  | readonly [redemptions: number, redeemLimit: number | null, metadata: string | null]
  | 'repeated'
  | 'refused';

export type WriterCommand =
  | ({ readonly kind: 'batch' } & Batch)
  | ({ readonly kind: 'all' | 'run' } & Statement)
  | { readonly kind: 'script'; readonly sql: string }
  | { readonly kind: 'commit' }
  | { readonly kind: 'checkpoint' };
