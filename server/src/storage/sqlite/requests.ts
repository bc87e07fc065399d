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
  /** Set if it may have taken effect. */
  readonly unknown?: boolean;
}

export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof StoreUnavailable)) return { message, unavailable: undefined };
  return { message, unavailable: error.reason, unknown: error.unknown };
}

export function errorOf({ message, unavailable, unknown = false }: Failure): Error {
  if (unavailable === undefined) return new Error(message);
  const error = new StoreUnavailable(unavailable, message);
  error.unknown = unknown;
  return error;
}
