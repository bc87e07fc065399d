import type { Fetch, PlatformSignal } from './options.ts';

/**
 * Globals that may be missing: the client runs in browsers, React Native, Node.js and smaller environments.
 */
interface Host {
  readonly fetch?: Fetch;
  setTimeout(then: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  /** Its clock goes on evenly when the time of the device is set. */
  readonly performance?: { now(): number };
  readonly AbortController?: new () => { readonly signal: PlatformSignal; abort(): void };
  readonly crypto?: {
    randomUUID?(): string;
    getRandomValues?(bytes: Uint8Array): Uint8Array;
  };
  readonly navigator?: { readonly locks?: Locks };
}

/** The Web Locks API, which synchronizes the tabs of a site. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
  request(
    name: string,
    options: { readonly mode: LockMode; readonly ifAvailable?: true },
    work: (lock: unknown) => Promise<void> | undefined,
  ): Promise<void>;
  /** Polyfills may not have it. */
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

export type LockMode = 'shared' | 'exclusive';

/** Globals are looked up at each use, because polyfills can load later. */
export const host = globalThis as unknown as Host;
