import { StoreUnavailable } from '../database.ts';

/** The messages between the main thread and a thread that answers its requests. */

export type Request<Command> = { readonly id: number } & (
  { readonly command: Command } | { readonly close: true }
);

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failed: Failure };

/** An error, as plain values. */
export interface Failure {
  readonly message: string;
  /** SQLite's name of the error when the database cannot be used now. */
  readonly unavailable: string | undefined;
}

export function errorOf({ message, unavailable }: Failure): Error {
  return unavailable === undefined
    ? new Error(message)
    : new StoreUnavailable(unavailable, message);
}
