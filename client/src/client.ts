import type { Values } from './address.ts';
import type { Created, CreateRequest, SmartLink } from './link-calls.ts';
import type { CallOptions, CreateOptions, RedeemOptions } from './options.ts';
import type { ParamsOf } from './router.ts';
import type { Metadata, Route } from './types.ts';

/** What {@link Client.resolve} answers. */
export interface Resolved {
  readonly code: string;
  /** The route for the platform of the token; `null` when the link has none. */
  readonly route: Route | null;
}

/** What {@link Client.redeem} answers. */
export interface Redemption {
  readonly code: string;
  /** What the link was made with; `null` when it was made without. */
  readonly metadata: Metadata | null;
  /** How often the link has been redeemed, this time included. */
  readonly redemptions: number;
  /** How often it can be; `null` for no limit. */
  readonly redeemLimit: number | null;
}

/** One redemption that {@link Client.resume} went on with: it has an answer, or it failed. */
export type Resumed =
  | { readonly code: string; readonly redemption: Redemption; readonly error?: undefined }
  | { readonly code: string; readonly redemption?: undefined; readonly error: unknown };

/** What a handler gets: one url that was opened. */
export interface Opening<Params = Values> {
  /** What {@link Client.open} was called with. */
  readonly url: string;
  /**
   * What the pattern was compared with, as it was sent and without a slash in front: `product/5`.
   * Where a smart link was opened, that of its route.
   */
  readonly path: string;
  /** What the pattern captured, percent-decoded: `{ id: '5' }`. It has no prototype. */
  readonly params: Params;
  /**
   * The query, percent-decoded and without `smartlink`. Of a name that comes twice, the first
   * counts. It has no prototype.
   */
  readonly query: Values;
  /** The code of the smart link that led here, or `null`. */
  readonly smartlink: string | null;
  /**
   * `true` when {@link Client.resume} calls the handler again because an earlier start of the app
   * was interrupted. Nobody has just opened the url.
   */
  readonly resumed: boolean;
  /**
   * Redeems the smart link and gives its metadata. Nothing is redeemed before you call it, and
   * calling it again, or {@link Opening.redeem}, does not redeem again. `null` without a smart link,
   * and for one without metadata. Rejects as {@link Client.redeem} does.
   */
  readonly metadata: (options?: RedeemOptions) => Promise<Metadata | null>;
  /** Like {@link Opening.metadata}, with all of the redemption. `null` without a smart link. */
  readonly redeem: (options?: RedeemOptions) => Promise<Redemption | null>;
}

/** What you map a pattern to. If it returns a promise, {@link Client.open} waits for it. */
export type Handler<Pattern extends string = string> = (
  opening: Opening<ParamsOf<Pattern>>,
) => unknown;

/**
 * A client of one service for one app; see {@link createClient}.
 *
 * Every method that asks the service tries again by itself when the network or the service fails,
 * an answer is cut off, or the service is busy (408, 429, 5xx): after a quarter of a second, then
 * after twice as long each time, up to 8 seconds, and never sooner than the service asks for. Where
 * the next attempt would come later than `giveUpAfterMs`, it rejects with the last error, which is
 * always a {@link SmartlinkError}.
 */
export interface Client {
  /**
   * Creates a smart link. The app decides what a platform token may create: by default, links that
   * lead to the app's own hosts and schemes.
   *
   * All attempts of one call create one link. Rejects with `validation_failed`, where `errors` lists
   * every issue, also when the link leads somewhere that the token may not choose; with
   * `platform_creates_off`; with `too_many_creates`, `link_quota_reached`; with
   * `idempotency_key_reused`; with `no_randomness`.
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
   * Retrieves a smart link by its code or its address, with the routes for the platform of the token.
   * Costs no redemption. Rejects with `not_found`, `too_many_misses`.
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
   * Asks for the route of a smart link on the platform of the token. Costs no redemption. Rejects
   * with `not_found`, `gone`, `too_many_misses`.
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
   * Redeems a smart link, given by its code or its address: the service counts it and hands out the
   * metadata.
   *
   * One redemption is counted once, whatever happens on the way. Its id is stored before anything is
   * sent, and is used again until the service has answered: by the next attempt, by the next call
   * for this link, and by {@link Client.resume} after a restart, if the storage outlives it. Calls
   * for one link at the same time, in one client or in the tabs of a web site, are one redemption.
   *
   * When the service has answered, the id is forgotten, and the next call redeems anew; with `once`
   * it is kept, and every later call gets the first answer again. When the service says no for good
   * (404, 409, 410, 422), the id is forgotten. It stays after everything else: no network, a busy
   * service, a revoked token, your signal. An answer is never lost to the storage: if the id cannot
   * be forgotten, the answer is returned all the same, and the next call gets it again.
   *
   * A call that joins one under way shares its time; its own signal ends only its own waiting. While
   * a handler of {@link Client.open} is at work with the answer, further calls for its link get the
   * same answer.
   *
   * Rejects with `not_found`, `gone`, `redeem_limit_reached` (with `redemptions` and `redeemLimit`),
   * `unauthorized`, `too_many_misses`; with `storage_failed` or
   * `no_randomness`, and then nothing was sent; and with `network_error` or what the service said
   * last when it gave up.
   *
   * @example Once for each installation
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * const first = await client.redeem('H7kTq2Rb', { once: true });
   * console.log(first.metadata); // { coupon: 'WELCOME' }
   *
   * const again = await client.redeem('https://go.shop.example/H7kTq2Rb', { once: true });
   * console.log(again.redemptions === first.redemptions); // true
   * ```
   */
  readonly redeem: (smartlink: string, options?: RedeemOptions) => Promise<Redemption>;

  /**
   * Finishes every redemption that was begun and has not been dealt with yet. Call it when your app
   * starts or comes back online, after you have mapped your handlers. With nothing to finish, nothing
   * is sent.
   *
   * - A redemption that a handler of {@link Client.open} began goes back to that handler: the one
   *   that fits the same path, with the same url, `params` and `query`, and with `resumed: true`. Its
   *   `metadata()` gives the answer of the service, or rejects with its refusal. While no handler
   *   fits, nothing is sent, and the redemption stays for a later `resume()`.
   * - The result of a redemption that you began with {@link Client.redeem} is returned, and nothing else
   *   happens.
   *
   * **How often a handler runs.** The service counts the redemption once in any case. The redemption
   * is done when the handler returns (or its promise is fulfilled) after the answer; what is
   * interrupted before that runs again at the next start. So a handler runs **at least once**: one
   * that was interrupted after it did its work, or that throws, runs again with the same answer. Make
   * its work safe to repeat, by `code` and `redemptions`, which are the same each time. A handler that
   * does not return three times in a row is not called again: `resume()` then returns the answer
   * once. In a browser with Web Locks, a handler that is at work in another tab is left alone.
   *
   * Returns every redemption that was finished or failed; an `error` may also be what the handler
   * threw. Rejects with `storage_failed` when it cannot read what is open.
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
   * @example A handler that goes on where it was interrupted
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
   * Does the storage know of a redemption of this link: one that was begun and has no answer yet, or
   * one with `once`? Then {@link Client.redeem} with `once` costs nothing that was not spent before.
   * Asks nobody but the storage. Rejects with `storage_failed`.
   *
   * @example The coupon that was shown before
   * ```ts
   * import { createClient } from '@smartlink/client';
   *
   * const client = createClient({ baseUrl: 'https://go.shop.example', token: 'sl_web_YourToken' });
   * console.log(await client.hasRedemption('H7kTq2Rb')); // false
   * await client.redeem('H7kTq2Rb', { once: true });
   * console.log(await client.hasRedemption('H7kTq2Rb')); // true
   * ```
   */
  readonly hasRedemption: (smartlink: string) => Promise<boolean>;

  /**
   * Says what to do with the paths that fit a pattern. The last segment of a pattern may be `*name`,
   * which takes one segment or more; any segment may be `:name`, which takes one; all else is fixed
   * text. At each segment fixed text wins over `:name`, and `:name` over `*name`, in whatever order
   * they were mapped. Of two patterns of the same shape the later one replaces the earlier. One
   * slash at either end does not count.
   *
   * Throws a `TypeError` for a pattern that is none.
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
   * Says what to do with everything that fits no pattern, and with smart links that have no route
   * for the platform of the token. A later call replaces the earlier.
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
   * Opens a url that your app was given: finds its handler, calls it, and waits for it. `true` when
   * a handler ran, `false` when there is none.
   *
   * | The url is                                     | Its path is             | Its smart link is |
   * | ---------------------------------------------- | ----------------------- | ----------------- |
   * | `com.shop.app://product/5?smartlink=H7kTq2Rb`  | `product/5`             | `H7kTq2Rb`        |
   * | `https://go.shop.example/H7kTq2Rb` (a link)    | that of its route       | `H7kTq2Rb`        |
   * | `https://shop.example/products/5` (a web page) | `products/5`            | of `?smartlink=`  |
   * | `/products/5`, `products/5`                    | `products/5`            | of `?smartlink=`  |
   *
   * The service is asked for the route of a smart link, and then it rejects as
   * {@link Client.resolve} does. It also rejects with whatever the handler throws.
   *
   * **What is a smart link?** A web address whose last segment can be a code, below one of the
   * addresses under which links of the app are published. These are the option `links`, or else
   * what the service says: it is asked once, when the first such address is opened, and the answer
   * is kept for a day, in the storage if there is one. When the service cannot be asked, what it
   * said before counts for 30 days, and without that `baseUrl` alone. That takes 3 seconds at most,
   * and for the next 30 seconds nothing is asked again. A smart link that is not recognized goes to
   * the handler of its own path, as any web page does; no other address is ever taken for a link.
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
  readonly open: (url: string) => Promise<boolean>;
}
