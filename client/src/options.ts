import type { SmartlinkError } from './smartlink-error.ts';
import type { SmartlinkStorage } from './storage.ts';

/** How the service is reached: what every client takes. */
export interface ConnectionOptions {
  /**
   * Where the service is: `https://go.shop.example`. It may have a path; slashes at its end do not
   * matter. A value without a scheme is refused at once.
   */
  readonly baseUrl: string;

  /** A token of your app. */
  readonly token: string;

  /** What sends requests. Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined;

  /**
   * Makes a UUID. Default: `crypto.randomUUID`, else one made from `crypto.getRandomValues`. React
   * Native has neither: pass `randomUUID` of expo-crypto, or load react-native-get-random-values
   * first.
   */
  readonly uuid?: (() => string) | undefined;

  /** How long one attempt may take, in milliseconds. Default: `10_000`. */
  readonly timeoutMs?: number | undefined;

  /** How long a call may take with all its attempts, in milliseconds. Default: `60_000`. */
  readonly giveUpAfterMs?: number | undefined;

  /** Called after every attempt that failed and will be followed by another. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** What {@link createClient} takes. */
export interface ClientOptions extends ConnectionOptions {
  /**
   * The token of a platform: `sl_web_…`, `sl_iphone_…`, `sl_ipad_…`, `sl_universal_…` or
   * `sl_android_…`. It is public, so it may be shipped in an app. A server token is secret and is
   * refused at once.
   */
  readonly token: string;

  /**
   * The addresses under which smart links are published, so that {@link Client.open} knows them:
   * `https://go.shop.example` for `https://go.shop.example/H7kTq2Rb`. Default: those that the service
   * names; see {@link Client.open}. With `[]`, no web address is taken for a smart link.
   */
  readonly links?: readonly string[] | undefined;

  /**
   * Where redemptions are kept until they are answered. Default: {@link memoryStorage}, which
   * forgets when the app is closed. Pass `localStorage` or React Native's `AsyncStorage` as they
   * are, or a function that gives one when it is needed: `() => localStorage` does not throw before
   * that, where a browser forbids it.
   */
  readonly storage?: SmartlinkStorage | (() => SmartlinkStorage) | undefined;

  /** What the keys in the storage begin with. Default: `'smartlink:'`. */
  readonly storagePrefix?: string | undefined;
}

/** An attempt that failed, for {@link ConnectionOptions.onRetry}. */
export interface Retry {
  /** Why the attempt failed. */
  readonly error: SmartlinkError;
  /** Which attempt of its call it was; the first is 1. */
  readonly attempt: number;
  /** How long it will be until the next, in milliseconds. */
  readonly waitMs: number;
}

/** What every call takes. */
export interface CallOptions {
  /**
   * Ends the call at once. It then rejects with the reason of the signal. Ending a call and making it
   * again is also the way to cut a pause short, when the device is back online.
   */
  readonly signal?: Signal | undefined;

  /** As in {@link ConnectionOptions}, for this call. Default: that of the client. */
  readonly giveUpAfterMs?: number | undefined;
}

/** What `create` takes besides the link. */
export interface CreateOptions extends CallOptions {
  /**
   * Up to 255 characters. The same key with the same request, within 24 hours, gets the first
   * answer again. Default: a new UUID for each call, so that the attempts of one call make one link.
   */
  readonly idempotencyKey?: string | undefined;
}

/** What {@link Client.redeem} takes besides the link. */
export interface RedeemOptions extends CallOptions {
  /**
   * `true`: this installation redeems this link once. Every later call gets the first answer again
   * and costs nothing, also after a restart, as long as the storage is there. Default: `false`.
   */
  readonly once?: boolean | undefined;
}

/** As much of an `AbortSignal` as is needed here. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The `AbortSignal` of the platform that you compile for, where it has one. */
export type PlatformSignal = typeof globalThis extends { AbortSignal: { prototype: infer Own } }
  ? Own
  : Signal;

/** As much of `fetch` as is needed here. The global one fits, and so does one around it. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>;

/** What a {@link Fetch} is called with. */
export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Where the platform has an `AbortController`: aborted when nobody waits any longer. */
  readonly signal?: PlatformSignal;
}

/** What a {@link Fetch} answers with. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}
