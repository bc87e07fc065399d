import type { GrantEvents } from '../../domain/webhook/event.ts';
import type { CodeSpace, InsertedLink, RedeemRow, SqlValue } from '../database.ts';

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

/** The bound values of a link, in the order of `CREATED_FIELDS`: arrays cross to a thread cheaply. */
export type LinkValues = readonly SqlValue[];

/** The `Idempotency-Key` of one row of a batch. */
export type KeyValues = readonly [row: number, key: string, bodyDigest: string];

/** One row of a batch that a platform token creates, and the limit for the links of its app. */
export type CountedValues = readonly [row: number, maxLinks: number | null];

export type RedeemValues = readonly [
  appId: string,
  id: string,
  code: string,
  tokenId: string,
  createdAt: number,
];

export function redeemValues(row: RedeemRow): RedeemValues {
  return [row.appId, row.id, row.code, row.tokenId, row.createdAt];
}

/** The events of one row of a batch, if its redemption is granted. */
export type GrantEventValues = readonly [row: number, events: GrantEvents];

/** Writes that share one commit. */
export interface Batch {
  readonly links: readonly LinkValues[];
  readonly keys: readonly KeyValues[];
  readonly counted: readonly CountedValues[];
  readonly redemptions: readonly RedeemValues[];
  /** The ids of the events of links that are created, by row; empty: no webhook gets one. Flat, so that it is copied fast. */
  readonly eventIds: readonly string[];
  readonly smartlinkBase: string;
  readonly grantEvents: readonly GrantEventValues[];
}

/** The outcome of a batch, as plain values too. */
export interface BatchReply {
  /** The code of each link; empty where it got none. */
  readonly codes: readonly string[];
  /** The outcome of each link that was not created. */
  readonly notCreated: readonly (readonly [row: number, outcome: InsertedLink['outcome']])[];
  readonly redeemed: readonly RedeemReply[];
}

export type GrantValues = readonly [
  redemptions: number,
  redeemLimit: number | null,
  metadata: string | null,
];

export type RedeemReply = GrantValues | 'repeated' | 'refused';

export type WriterCommand =
  | ({ readonly kind: 'batch' } & Batch)
  | ({ readonly kind: 'all' | 'run' } & Statement)
  | { readonly kind: 'script'; readonly sql: string }
  | { readonly kind: 'commit' }
  | { readonly kind: 'checkpoint' };
