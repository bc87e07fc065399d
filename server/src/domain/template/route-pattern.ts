/** `fallback` can be `@web`: the web route of the same link. */
export interface RoutePattern {
  readonly link?: string;
  readonly fallback?: string;
  readonly skip_page?: boolean;
}
