import type { Values } from './address.ts';
import type { Created, CreateRequest } from './link-calls.ts';
import type { CallOptions, CreateOptions, RedeemOptions } from './options.ts';
import type { ParamsOf } from './router.ts';
import type { Metadata, ResolveResponse, SmartLink } from './types.ts';

/** The result of {@link Client.resolve}. */
export type Resolved = ResolveResponse;

/** The result of {@link Client.redeem}. */
export interface Redemption {
  readonly code: string;
  /** The metadata of the link; `null` if it has none. */
  readonly metadata: Metadata | null;
  /** How often the link has been redeemed, including this time. */
  readonly redemptions: number;
  /** The redemption limit; `null` for no limit. */
  readonly redeemLimit: number | null;
  /**
   * The id of the redemption, as in the ledger of the service and in webhooks. It is the same each time that this redemption
   * is returned, and no other redemption has it.
   */
  readonly redemptionId: string;
}

/** A redemption that {@link Client.resume} continued: its result or its error. */
export type Resumed =
  | { readonly code: string; readonly redemption: Redemption; readonly error?: undefined }
  | { readonly code: string; readonly redemption?: undefined; readonly error: unknown };

/** What a handler receives: one URL that was opened. */
export interface Opening<Params = Values> {
  /** The argument of {@link Client.open}. */
  readonly url: string;
  /**
   * The path that was matched, as it was sent and without a leading slash: `product/5`. For a smart link, the
   * path of its route.
   */
  readonly path: string;
  /** What the pattern captured, percent-decoded: `{ id: '5' }`. The object has no prototype. */
  readonly params: Params;
  /**
   * The query, percent-decoded and without `smartlink`. If a name occurs twice, the first value counts. A name
   * that does not occur is `undefined`. The object has no prototype.
   */
  readonly query: Values;
  /** The code of the smart link that led here, or `null`. */
  readonly smartlink: string | null;
  /**
   * `true` if {@link Client.resume} calls the handler again because an earlier start of the app was
   * interrupted. The user has not just opened the URL.
   */
  readonly resumed: boolean;
  /**
   * Redeems the smart link and returns its metadata. Nothing is redeemed before you call it, and further
   * calls, or calls of {@link Opening.redeem}, do not redeem again. Returns `null` without a smart link, and
   * for a link without metadata. Rejects as {@link Client.redeem} does.
   */
  readonly metadata: (options?: RedeemOptions) => Promise<Metadata | null>;
  /** Like {@link Opening.metadata}, but returns the whole redemption. `null` without a smart link. */
  readonly redeem: (options?: RedeemOptions) => Promise<Redemption | null>;
}

/** A function for a pattern. If it returns a promise, {@link Client.open} waits for it. */
export type Handler<Pattern extends string = string> = (
  opening: Opening<ParamsOf<Pattern>>,
) => unknown;

/**
 * A client of one service for one app; see {@link createClient}.
 *
 * Methods that send a request retry automatically if the network or the service fails, a response is
 * incomplete, or the service is busy (408, 429, 5xx): after a quarter of a second, then after twice as long
 * each time, up to 8 seconds, and never sooner than the service requests. If the wait would leave
 * less than half a second of `giveUpAfterMs`, the method rejects with the last error, which is always a
 * {@link SmartlinkError}.
 */
export interface Client {
  /**
   * Creates a smart link. The app decides what a platform token may create: by default, links to the app's
   * own hosts and schemes.
   *
   * All attempts of one call create one link. Rejects with `validation_failed`, where `errors` lists every
   * issue, including a destination that the token may not use; with `platform_creates_off`; with
   * `too_many_creates` or `link_quota_reached`; with `idempotency_key_reused`; with `no_randomness`.
   *
   * @example A coupon for two
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * const { smartlink, created } = await client.create({
   *   uri: 'products/5',
   *   metadata: { coupon: 'WELCOME' },
   *   redeemLimit: 2,
   * });
   * console.log(created); // true
   * console.log(smartlink.startsWith('https://go.shop.example/')); // true
   * ```
   */
  readonly create: (request: CreateRequest, options?: CreateOptions) => Promise<Created>;

  /**
   * Retrieves a smart link by its code or its address, with the routes for the platform of the token. Does
   * not count as a redemption. Rejects with `not_found`, `too_many_misses`.
   *
   * @example Where a link leads
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * const { code, routes } = await client.get('https://go.shop.example/H7kTq2Rb');
   * console.log(code); // H7kTq2Rb
   * console.log(routes.web?.link); // https://shop.example/p/5
   * ```
   */
  readonly get: (smartlink: string, options?: CallOptions) => Promise<SmartLink>;

  /**
   * Retrieves the route of a smart link on the platform of the token. Does not count as a redemption. Rejects
   * with `not_found`, `too_early`, `expired`, `gone`, `too_many_misses`.
   *
   * @example The route for this platform
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * const { route } = await client.resolve('H7kTq2Rb');
   * console.log(route?.link); // https://shop.example/p/5
   * ```
   */
  readonly resolve: (smartlink: string, options?: CallOptions) => Promise<Resolved>;

  /**
   * Redeems a smart link, given by its code or its address: the service counts the redemption and returns the
   * metadata.
   *
   * Each redemption is counted once, even if requests fail. Its id is stored before the first request and
   * used again until the service responds: by the next attempt, by the next call for this link, and by
   * {@link Client.resume} after a restart, if the storage is persistent. Simultaneous calls for one link are one
   * redemption, also of several clients with the same storage and, if the browser has Web Locks, of several tabs.
   *
   * When the service has responded, the id is removed, and the next call redeems again; with `once` the id is
   * kept, and every later call returns the first result. If the service refuses permanently (404, 409, 410,
   * 422), the id is removed. After any other error, the id is kept: no network, a busy service, a revoked
   * token, an aborted signal. A storage error never loses a result: if the id cannot be removed, the result
   * is returned anyway, and the next call returns it again.
   *
   * A call that joins a running redemption shares its time limit; its own signal only ends its own wait.
   * While a handler of {@link Client.open} processes the result, further calls for its link return the same
   * result.
   *
   * Rejects with `not_found`, `too_early`, `expired`, `gone`, `redeem_limit_reached` (with `redemptions` and
   * `redeemLimit`), `unauthorized`, `too_many_misses`, `too_many_redemptions`; with `storage_failed` or
   * `no_randomness`, if no request was sent; and with `network_error` or the last error of the service after the
   * time limit.
   *
   * @example Once per installation
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({
   *   baseUrl: 'https://go.shop.example',
   *   token: 'sl_web_YourToken',
   *   storage: () => localStorage,
   * });
   * const first = await client.redeem('H7kTq2Rb', { once: true });
   * console.log(first.metadata); // { coupon: 'WELCOME' }
   *
   * const again = await client.redeem('https://go.shop.example/H7kTq2Rb', { once: true });
   * console.log(again.redemptions === first.redemptions); // true
   * ```
   */
  readonly redeem: (smartlink: string, options?: RedeemOptions) => Promise<Redemption>;

  /**
   * Completes every redemption that was started but not completed, and sends what {@link Client.open} could not
   * report. Call it when your app starts or comes back online, after you have mapped your handlers. If there is
   * nothing to complete, it sends no request.
   *
   * - A redemption that a handler of {@link Client.open} started is passed to that handler again: the one
   *   that matches the same path, with the same URL, `params` and `query`, and with `resumed: true`. Its
   *   `metadata()` returns the result, or rejects with the error of the service. While no handler
   *   matches, no request is sent, and the redemption remains for a later `resume()`.
   * - A redemption that you started with {@link Client.redeem} is completed, and its result is returned. If the app ends
   *   before that, `resume()` returns it after the next start.
   *
   * **How often a handler runs.** The service counts the redemption once in any case. The redemption is
   * complete when the handler returns (or its promise is fulfilled) after the result; if it is interrupted
   * before that, it runs again at the next start. So a handler runs **at least once**: if it is interrupted
   * after it did its work, or if it throws, it runs again with the same result. Make its work idempotent by
   * `redemptionId`, which is the same each time. A handler that does not return is called again
   * at most three times: `resume()` then returns the result once. In a browser with Web Locks, a handler
   * that is running in another tab is not called.
   *
   * Returns every redemption that was completed or failed; an `error` can also be an error of the handler.
   * Rejects with `storage_failed` if it cannot read the open redemptions.
   *
   * @example At the start of an app
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * for (const { code, redemption, error } of await client.resume()) {
   *   console.log(code, redemption ? redemption.metadata : error);
   * }
   * ```
   *
   * @example A handler that continues after an interruption
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * client.map('product/:id', async ({ params, metadata, resumed }) => {
   *   const coupon = await metadata();
   *   if (!resumed) console.log(params.id); // 5
   *   console.log(coupon); // { coupon: 'WELCOME' }
   * });
   *
   * await client.resume();
   * await client.open('com.shop.app://product/5?smartlink=H7kTq2Rb');
   * ```
   */
  readonly resume: (options?: CallOptions) => Promise<Resumed[]>;

  /**
   * Returns whether the storage contains a redemption of this link: one that has no result yet, or one with
   * `once`. If so, {@link Client.redeem} with `once` does not redeem again. Sends no request. Rejects with
   * `storage_failed`.
   *
   * @example Whether a coupon was redeemed before
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({
   *   baseUrl: 'https://go.shop.example',
   *   token: 'sl_web_YourToken',
   *   storage: () => localStorage,
   * });
   * console.log(await client.hasRedemption('H7kTq2Rb')); // false
   * await client.redeem('H7kTq2Rb', { once: true });
   * console.log(await client.hasRedemption('H7kTq2Rb')); // true
   * ```
   */
  readonly hasRedemption: (smartlink: string) => Promise<boolean>;

  /**
   * Sets the handler for the paths that match a pattern. The last segment of a pattern can be `*name`, which
   * matches one or more segments; any segment can be `:name`, which matches one; everything else is fixed
   * text. At each segment, fixed text takes precedence over `:name`, and `:name` over `*name`, in any order
   * of the calls. Of two patterns with the same shape, the later one replaces the earlier. One slash at
   * either end is ignored.
   *
   * Throws a `TypeError` for an invalid pattern.
   *
   * @example Three patterns
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' })
   *   .map('product/new', () => console.log('new'))
   *   .map('product/:id', ({ params }) => console.log(params.id))
   *   .map('blog/*post', ({ params }) => console.log(params.post));
   *
   * await client.open('com.shop.app://product/5');
   * await client.open('https://shop.example/blog/2026/winter');
   * ```
   */
  readonly map: <Pattern extends string>(pattern: Pattern, handler: Handler<Pattern>) => Client;

  /**
   * Sets the handler for everything that matches no pattern, and for smart links without a route for the
   * platform of the token. A later call replaces the earlier handler.
   *
   * @example The start page
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * client.otherwise(({ path }) => console.log(path));
   *
   * await client.open('com.shop.app://somewhere/else');
   * ```
   */
  readonly otherwise: (handler: Handler) => Client;

  /**
   * Opens a URL that your app received: finds its handler, calls it, and waits for it. Returns `true` if a
   * handler ran, `false` if none matches.
   *
   * | The URL is                                     | Its path is             | Its smart link is |
   * | ---------------------------------------------- | ----------------------- | ----------------- |
   * | `com.shop.app://product/5?smartlink=H7kTq2Rb`  | `product/5`             | `H7kTq2Rb`        |
   * | `https://go.shop.example/H7kTq2Rb` (a link)    | that of its route       | `H7kTq2Rb`        |
   * | `https://shop.example/products/5` (a web page) | `products/5`            | of `?smartlink=`  |
   * | `/products/5`, `products/5`                    | `products/5`            | of `?smartlink=`  |
   *
   * For a smart link, the client requests its route from the service and rejects as {@link Client.resolve}
   * does. It also rejects with an error that the handler throws. After a rejection, show the start page of your app.
   *
   * **How long it takes.** The requests before the handler take at most 10 seconds together, or
   * {@link ConnectionOptions.giveUpAfterMs} if that is shorter. `giveUpAfterMs` of the call sets another limit. Until
   * the handler is called, `signal` ends the call. Neither applies to the handler: its calls have their own options.
   *
   * **It is reported.** The service counts that the link opened the app, with the UTM parameters of the URL, unless
   * the option `reportOpens` is `false`. The handler does not wait for it, and no error is reported to your app. A
   * report that fails is sent with the next one or by {@link Client.resume}, after a restart only if the storage is
   * persistent. It is counted once. At most 50 reports wait, for at most 7 days; older ones are discarded.
   *
   * **What is a smart link?** A web address whose last segment can be a code, below one of the addresses
   * under which links of the app are published. These are the option `links`. Without it, the client requests
   * them from the service when the first such address is opened, and keeps the response for a day, in the
   * storage if there is one. If the request fails, the previous response is used for up to 30 days, and
   * without one only `baseUrl`. This takes at most 3 seconds, and the client does not request them again for
   * 30 seconds. A smart link that is not recognized is passed to the handler of its own path, like any web
   * page. No other address is treated as a smart link.
   *
   * @example A product with its coupon
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * client.map('product/:id', async ({ params, metadata }) => {
   *   console.log(params.id); // 5
   *   console.log(await metadata()); // { coupon: 'WELCOME' }
   * });
   *
   * const opened = await client.open('com.shop.app://product/5?smartlink=H7kTq2Rb');
   * console.log(opened); // true
   * ```
   */
  readonly open: (url: string, options?: CallOptions) => Promise<boolean>;
}
