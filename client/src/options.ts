import type { SmartlinkError } from './smartlink-error.ts';
import type { SmartlinkStorage } from './storage.ts';

/** The options of every client. */
export interface ConnectionOptions {
  /**
   * The address of the service: `https://go.shop.example`. It can have a path; trailing slashes are ignored.
   * A value without a scheme throws a `TypeError`.
   */
  readonly baseUrl: string;

  /** A token of your app. */
  readonly token: string;

  /** Sends requests. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined;

  /**
   * Returns a new UUID. Default: `crypto.randomUUID`, or else a UUID from `crypto.getRandomValues`. React
   * Native has neither: pass `randomUUID` of expo-crypto, or load react-native-get-random-values first.
   */
  readonly uuid?: (() => string) | undefined;

  /** The time limit of one attempt, in milliseconds. Default: `10_000`. */
  readonly timeoutMs?: number | undefined;

  /**
   * The time limit of a call with all its attempts, in milliseconds. Default: `60_000`; see {@link Client.open} for
   * that of `open`. The time that the storage takes, or another tab that writes to it, is not part of it.
   */
  readonly giveUpAfterMs?: number | undefined;

  /** Called after every failed attempt that is followed by another one. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** The options of {@link createClient}. */
export interface ClientOptions extends ConnectionOptions {
  /**
   * The token of a platform: `sl_web_…`, `sl_iphone_…`, `sl_ipad_…`, `sl_universal_…` or `sl_android_…`. It
   * is public, so it can be part of a released app. A server token is secret and throws a `TypeError`.
   */
  readonly token: string;

  /**
   * The addresses under which smart links are published, so that {@link Client.open} recognizes them:
   * `https://go.shop.example` for `https://go.shop.example/H7kTq2Rb`. Default: the addresses that the service
   * returns; see {@link Client.open}. With `[]`, no web address is treated as a smart link.
   */
  readonly links?: readonly string[] | undefined;

  /**
   * Where redemptions are stored until they are complete. Default: {@link memoryStorage}, which is lost when
   * the app is closed. Pass `localStorage`, React Native's `AsyncStorage`, or a function that returns one
   * when it is needed: in a browser that forbids storage, `() => localStorage` does not throw before that.
   */
  readonly storage?: SmartlinkStorage | (() => SmartlinkStorage) | undefined;

  /**
   * `false`: {@link Client.open} does not report that the app was opened, so the statistics of the service do not
   * contain it. Default: `true`.
   */
  readonly reportOpens?: boolean | undefined;

  /**
   * The version of your app, such as `5.2.1`. {@link Client.open} and {@link Client.resolve} send it, with the query of
   * the address, so that rules of a link can depend on it. Default: none.
   */
  readonly appVersion?: string | undefined;

  /**
   * The prefix of the keys in the storage. Default: `'smartlink:'`. Use another one for each service and each app with
   * which a storage is shared: otherwise `resume()` of one client ends what the other one began.
   */
  readonly storagePrefix?: string | undefined;
}

/** A failed attempt, for {@link ConnectionOptions.onRetry}. */
export interface Retry {
  /** Why the attempt failed. */
  readonly error: SmartlinkError;
  /** The number of the attempt in its call; the first is 1. */
  readonly attempt: number;
  /** The delay until the next attempt, in milliseconds. */
  readonly waitMs: number;
}

/** The options of every call. */
export interface CallOptions {
  /**
   * Ends the call immediately; it then rejects with the reason of the signal. To skip a delay when the device
   * is back online, end the call and make it again.
   */
  readonly signal?: Signal | undefined;

  /** Overrides {@link ConnectionOptions.giveUpAfterMs} for this call. */
  readonly giveUpAfterMs?: number | undefined;
}

/** The options of `create`. */
export interface CreateOptions extends CallOptions {
  /**
   * Up to 255 visible ASCII characters. The same key with the same request, within 24 hours, returns the first response
   * again. Default: a new UUID for each call, so that all attempts of one call create one link.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The options of {@link Client.redeem}. */
export interface RedeemOptions extends CallOptions {
  /**
   * `true`: this installation redeems this link once. Every later call returns the first result again and
   * does not redeem, also after a restart, as long as the storage exists. Default: `false`.
   */
  readonly once?: boolean | undefined;
}

/** The part of `AbortSignal` that the client needs. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The `AbortSignal` of the platform that you compile for, if it has one. */
export type PlatformSignal = typeof globalThis extends { AbortSignal: { prototype: infer Own } }
  ? Own
  : Signal;

/** The part of `fetch` that the client needs. You can pass the global `fetch` or a wrapper. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchResponse>;

/** The argument of a {@link Fetch}. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** If the platform has an `AbortController`: aborted when the call no longer waits for the response. */
  readonly signal?: PlatformSignal;
}

/** The result of a {@link Fetch}. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}
