import type { Fetch, PlatformSignal } from './options.ts';

/** What may or may not be around us: a browser, React Native, Node.js, or next to nothing. */
interface Host {
  readonly fetch?: Fetch;
  setTimeout(then: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  readonly AbortController?: new () => { readonly signal: PlatformSignal; abort(): void };
  readonly crypto?: {
    randomUUID?(): string;
    getRandomValues?(bytes: Uint8Array): Uint8Array;
  };
  readonly navigator?: { readonly locks?: Locks };
}

/** The Web Locks API: makes tabs of one site wait for each other. */
export interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
  request(
    name: string,
    options: { readonly mode: LockMode; readonly ifAvailable: true },
    work: (lock: unknown) => Promise<void> | undefined,
  ): Promise<unknown>;
}

export type LockMode = 'shared' | 'exclusive';

/** Everything is looked up when it is used: polyfills may come after us. */
export const host = globalThis as unknown as Host;
