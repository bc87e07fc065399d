import type { Values } from './address.ts';
import type { CallOptions, CreateOptions, RedeemOptions } from './options.ts';
import type { ParamsOf } from './router.ts';
import type { Metadata, Route, RouteOverrides, Routes } from './types.ts';

/** What {@link Client.create} makes a link of. */
export interface CreateRequest {
  /** Where the link leads: an http(s) address, a deep link, or a path such as `products/5`. */
  readonly uri: string;
  /** Routes of your own, which replace the default ones of the platforms they name. */
  readonly routes?: RouteOverrides | undefined;
  /** Data for your app: up to 16 KiB of JSON. */
  readonly metadata?: Metadata | undefined;
  /** `true`: one link for each `uri`; later requests get the one that is there. Default: `false`. */
  readonly unique?: boolean | undefined;
  /** How often the link can be redeemed: 1 to 2,147,483,647. Default: no limit. */
  readonly redeemLimit?: number | undefined;
}

/** What {@link Client.create} answers. */
export interface Created {
  /** The address to give to people: `https://go.shop.example/H7kTq2Rb`. */
  readonly smartlink: string;
  /** The last segment of it: `H7kTq2Rb`. */
  readonly code: string;
  /** `true` for a new link, `false` for one that `unique` found. */
  readonly created: boolean;
}

/** What {@link Client.get} answers. */
export interface SmartLink {
  readonly code: string;
  readonly tags: readonly string[];
  /** The routes that the token may see. */
  readonly routes: Routes;
}

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

/** What became of one redemption that {@link Client.resume} finished: either answered, or not. */
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
   * Makes a smart link.
   *
   * The attempts of one call make one link. Rejects with `validation_failed`, where `errors` lists
   * every fault; with `idempotency_key_reused`; with `no_randomness`.
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
   * Retrieves a smart link by its code or its address, with the routes that the token may see: those
   * of its platform, or all of them for a server token. Costs no redemption. Rejects with
   * `not_found`, `gone`, `too_many_misses`.
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
   * with `not_found`, `gone`, `too_many_misses`, and with `wrong_token_kind` for a server token.
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
   * A call that joins one under way shares its time; its own signal ends only its own waiting.
   *
   * Rejects with `not_found`, `gone`, `redeem_limit_reached` (with `redemptions` and `redeemLimit`),
   * `unauthorized`, `wrong_token_kind` (a server token), `too_many_misses`; with `storage_failed` or
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
   * Finishes every redemption that was begun and has no answer yet, and says what became of each.
   * Call it when your app starts or comes back online. With nothing to finish, nothing is sent.
   * Rejects with `storage_failed` when it cannot read what is open.
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
   * The service is asked only for a smart link by its address; then it rejects as
   * {@link Client.resolve} does. It also rejects with whatever the handler throws.
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
