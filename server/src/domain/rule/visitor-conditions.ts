/** What rules can depend on, as plain data. */
export interface VisitorConditions {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Such as `pt-BR`; '' if unknown. */
  readonly language: string;
  /** Such as `DE`; '' if unknown. */
  readonly country: string;
  /** From 0 to 99: see `percentileOf`; undefined: unknown. */
  readonly percentile: number | undefined;
  readonly query: URLSearchParams;
  /** '' in a browser. */
  readonly appVersion: string;
}

const MAX_QUERY_LENGTH = 4096;

/** Parses the query of a visit, with or without its question mark. What is beyond 4,096 characters is ignored. */
export function queryOfVisit(query: string): URLSearchParams {
  return new URLSearchParams(query.slice(0, MAX_QUERY_LENGTH));
}
