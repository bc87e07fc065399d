import type { VisitApp } from '../domain/app/visit-app.ts';
import type { Answer } from '../visit/answer.ts';
import { VISITOR_CLASSES, type VisitorClass } from '../visit/facts.ts';

/** A cached response; for a redirect, only its destination. */
export type CachedAnswer = string | Answer;

/** An app in the cache. Decisions based on it are valid while it is current. */
export interface CachedApp {
  readonly app: VisitApp;
  current: boolean;
}

/**
 * The cached responses for the visitors of a link. Few links are opened by every kind of device, so only the
 * first kind has its own field.
 */
export class CachedLink {
  readonly app: CachedApp;
  /** The responses are valid until then, in milliseconds since 1970-01-01 UTC; usually `Infinity`. */
  readonly until: number;
  readonly #first: VisitorClass;
  readonly #answer: CachedAnswer;
  readonly #others: Partial<Record<VisitorClass, CachedAnswer>> | undefined;

  constructor(
    app: CachedApp,
    first: VisitorClass,
    answer: CachedAnswer,
    until: number,
    others?: Partial<Record<VisitorClass, CachedAnswer>>,
  ) {
    this.app = app;
    this.until = until;
    this.#first = first;
    this.#answer = answer;
    this.#others = others;
  }

  for(visitor: VisitorClass): CachedAnswer | undefined {
    return visitor === this.#first ? this.#answer : this.#others?.[visitor];
  }

  /** Adds a response. */
  with(visitor: VisitorClass, answer: CachedAnswer): CachedLink {
    const { app, until } = this;
    if (visitor === this.#first) return new CachedLink(app, visitor, answer, until, this.#others);
    const others = { ...this.#others, [visitor]: answer };
    return new CachedLink(app, this.#first, this.#answer, until, others);
  }

  /** Approximate size in bytes. */
  get weight(): number {
    let bytes = LINK_BYTES + weightOf(this.#answer);
    if (this.#others === undefined) return bytes;
    bytes += OTHERS_BYTES;
    for (const visitor of VISITOR_CLASSES) {
      const answer = this.#others[visitor];
      if (answer !== undefined) bytes += weightOf(answer);
    }
    return bytes;
  }
}

// What V8 and the map need besides the text, measured with a million links.
const LINK_BYTES = 190;
const OTHERS_BYTES = 100;
const ANSWER_BYTES = 80;

function weightOf(answer: CachedAnswer): number {
  if (typeof answer === 'string') return answer.length;
  let bytes = ANSWER_BYTES;
  for (const part of Object.values(answer)) bytes += typeof part === 'string' ? part.length : 0;
  return bytes;
}
