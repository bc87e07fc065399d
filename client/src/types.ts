/**
 * What goes over the wire, word for word: the bodies of requests and answers. The service builds
 * its answers to these types, and this package reads them.
 */

/** The platforms that a link can have a route for. `universal` is one iOS app for iPhone and iPad. */
export type Platform = 'web' | 'iphone' | 'ipad' | 'universal' | 'android';

/** Where a link leads on one platform. */
export interface Route {
  /** An absolute address: `https://shop.example/p/5`, `com.shop.app://product/5`. */
  readonly link: string;
  /** Where people go who do not have the app; `""` for nowhere. */
  readonly fallback: string;
}

/** Routes by platform. A platform without a route is not there. */
export type Routes = Readonly<Partial<Record<Platform, Route>>>;

/** Routes as they are sent: what is left out of a route keeps its default. */
export type RouteOverrides = Readonly<Partial<Record<Platform, Readonly<Partial<Route>>>>>;

/** Data that your app gets when it redeems a link. What goes in comes out. */
export interface Metadata {
  readonly [key: string]: MetadataValue;
}

/** A value of metadata: a string, a number or an array. */
export type MetadataValue = string | number | readonly MetadataElement[];

/** An element of an array of metadata. Here, and only here, it may be an object again. */
export type MetadataElement = MetadataValue | Metadata;

/** The body of `POST /v2/smartlinks`. */
export interface CreateBody {
  /** Where the link leads: an http(s) address, a deep link, or a path such as `products/5`. */
  readonly uri: string;
  /** Routes of your own, which replace the default ones of the platforms they name. */
  readonly routes?: RouteOverrides;
  /** Data for your app: up to 16 KiB of JSON. */
  readonly metadata?: Metadata;
  /** `true`: one link for each `uri`, which later requests find. */
  readonly unique?: boolean;
  /** How often the link can be redeemed: 1 to 2,147,483,647. Left out, there is no limit. */
  readonly redeem_limit?: number;
}

/** The answer to `POST /v2/smartlinks`: 201 for a new link, 200 for one that `unique` found. */
export interface CreateAnswer {
  /** The address to give to people. */
  readonly smartlink: string;
}

/** The answer to `GET /v2/smartlinks/:code`. */
export interface RetrieveAnswer {
  readonly smartlink: {
    readonly code: string;
    readonly tags: readonly string[];
    /** The routes that the token may see. */
    readonly routes: Routes;
  };
}

/** The answer to `GET /client/v1/smartlinks/:code`. */
export interface ResolveAnswer {
  readonly code: string;
  /** The route for the platform of the token; `null` when the link has none. */
  readonly route: Route | null;
}

/** The answer to `GET /client/v1/app`. */
export interface AppAnswer {
  /** The addresses under which smart links of the app open, without a trailing slash. */
  readonly smartlink_bases: readonly string[];
}

/** The body of `POST /client/v1/redemptions`. */
export interface RedeemBody {
  /** The code or the address of the link. */
  readonly smartlink: string;
  /** A UUID. The same one again gets the first answer and costs nothing. */
  readonly redemption_id: string;
}

/** The answer to `POST /client/v1/redemptions`. */
export interface RedeemAnswer {
  readonly code: string;
  /** What the link was made with; `null` when it was made without. */
  readonly metadata: Metadata | null;
  /** How often the link has been redeemed, this time included. */
  readonly redemptions: number;
  /** How often it can be; `null` for no limit. */
  readonly redeem_limit: number | null;
}

/** One fault of a request. */
export interface Fault {
  /** A JSON pointer to its place: `/metadata/vip`. */
  readonly pointer: string;
  /** What is wrong there, in words that finish the sentence "the field …". */
  readonly detail: string;
}

/** Every error of the service: `application/problem+json`, RFC 9457. */
export interface Problem {
  /** An address that explains the code. */
  readonly type: string;
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What is wrong with this request, for people. */
  readonly detail: string;
  /** The stable word for programs. */
  readonly code: string;
  /** Every fault of an input. */
  readonly errors?: readonly Fault[];
  /** Stands in the log of the service too. */
  readonly request_id?: string;
  /** With `redeem_limit_reached`: how often the link has been redeemed. */
  readonly redemptions?: number;
  /** With `redeem_limit_reached`: how often it can be. */
  readonly redeem_limit?: number;
  /** With `uri_taken`: the code of the link that has the URI. */
  readonly existing_code?: string;
}
