/**
 * The bodies of requests and responses. The service builds its responses with these types, and this package
 * reads them.
 */

/** The platforms for which a link can have a route. `universal` is an iOS app for iPhone and iPad. */
export type Platform = 'web' | 'iphone' | 'ipad' | 'universal' | 'android';

/** The destination of a link on one platform. */
export interface Route {
  /** An absolute address: `https://shop.example/p/5`, `com.shop.app://product/5`. */
  readonly link: string;
  /** Where visitors without the app go; `""` for nowhere. */
  readonly fallback: string;
}

/** Routes by platform; platforms without a route are absent. */
export type Routes = Readonly<Partial<Record<Platform, Route>>>;

/** Routes in a request; omitted fields of a route keep their defaults. */
export type RouteOverrides = Readonly<Partial<Record<Platform, Readonly<Partial<Route>>>>>;

/** Data that your app receives when it redeems a link, exactly as it was sent. */
export interface Metadata {
  readonly [key: string]: MetadataValue;
}

/** A value of metadata: a string, a number or an array. */
export type MetadataValue = string | number | readonly MetadataElement[];

/** An element of an array in metadata, which can be an object again. */
export type MetadataElement = MetadataValue | Metadata;

/** The body of `POST /v2/smartlinks`. */
export interface CreateBody {
  /** The destination: an http(s) address, a deep link, or a path such as `products/5`. */
  readonly uri: string;
  /** Routes that replace the default routes of these platforms. */
  readonly routes?: RouteOverrides;
  /** Data for your app: up to 16 KiB of JSON. */
  readonly metadata?: Metadata;
  /** `true`: one link for each `uri`, which later requests return. */
  readonly unique?: boolean;
  /** How often the link can be redeemed: 1 to 2,147,483,647. Default: no limit. */
  readonly redeem_limit?: number;
}

/** The response of `POST /v2/smartlinks`: 201 for a new link, 200 for one that `unique` found. */
export interface CreateResponse {
  /** The address to publish. */
  readonly smartlink: string;
}

/** The response of `GET /v2/smartlinks/:code`. */
export interface RetrieveResponse {
  readonly smartlink: SmartLink;
}

/** A link that was retrieved. */
export interface SmartLink {
  readonly code: string;
  readonly tags: readonly string[];
  /** The routes that the token can read. */
  readonly routes: Routes;
}

/** The response of `GET /client/v1/smartlinks/:code`. */
export interface ResolveResponse {
  readonly code: string;
  /** The route for the platform of the token; `null` if the link has none. */
  readonly route: Route | null;
}

/** The response of `GET /client/v1/app`. */
export interface AppResponse {
  /** The addresses under which smart links of the app open, without a trailing slash. */
  readonly smartlink_bases: readonly string[];
}

/** The body of `POST /client/v1/redemptions`. */
export interface RedeemBody {
  /** The code or the address of the link. */
  readonly smartlink: string;
  /** A UUID. A repeated id returns the first response and does not redeem again. */
  readonly redemption_id: string;
}

/** The response of `POST /client/v1/redemptions`. */
export interface RedeemResponse {
  readonly code: string;
  /** The metadata of the link; `null` if it has none. */
  readonly metadata: Metadata | null;
  /** How often the link has been redeemed, including this time. */
  readonly redemptions: number;
  /** The redemption limit; `null` for no limit. */
  readonly redeem_limit: number | null;
}

/** The body of `POST /client/v1/opens`. */
export interface OpenBody {
  /** The code or the address of the link, which can have UTM parameters. */
  readonly smartlink: string;
  /** A UUID. A repeated id is not counted again. */
  readonly open_id: string;
  /** How long ago the app was opened: up to 7 days. */
  readonly age_seconds?: number;
}

/** The response of `POST /client/v1/opens`. */
export interface OpenResponse {
  readonly code: string;
}

/** One issue of a request. */
export interface FieldError {
  /** A JSON pointer to the field: `/metadata/vip`. */
  readonly pointer: string;
  /** What is wrong; completes the sentence "the field …". */
  readonly detail: string;
}

/** The body of every error: `application/problem+json`, RFC 9457. */
export interface Problem {
  /** An address that explains the code. */
  readonly type: string;
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What is wrong with this request, as text for developers. */
  readonly detail: string;
  /** A stable identifier for programs. */
  readonly code: string;
  /** Every issue of the input. */
  readonly errors?: readonly FieldError[];
  /** The id of the request in the log of the service. */
  readonly request_id?: string;
  /** With `redeem_limit_reached`: how often the link has been redeemed. */
  readonly redemptions?: number;
  /** With `redeem_limit_reached`: the redemption limit. */
  readonly redeem_limit?: number;
  /** With `uri_taken` and `external_id_taken`: the code of the existing link. */
  readonly existing_code?: string;
}
