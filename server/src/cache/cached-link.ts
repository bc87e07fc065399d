import type { VisitApp } from '../domain/app/visit-app.ts';
import type { Answer } from '../visit/answer.ts';
import type { ActiveRules } from '../domain/rule/active-rules.ts';
import type { VisitorClass } from '../visit/facts.ts';

/** A cached response; for a redirect, only its destination. */
export type CachedAnswer = string | Answer;

/** An app in the cache. Decisions based on it are valid while it is current. */
export interface CachedApp {
  readonly app: VisitApp;
  current: boolean;
}

/** Visitors with equal keys get the same response: they have the same class and, if the link has rules, the same rule. */
export type AnswerKey = VisitorClass | `${VisitorClass} ${number}`;

/**
 * The cached responses for the visitors of a link. Few links are opened by every kind of device, so only the
 * first kind has its own field.
 */
export class CachedLink {
  readonly app: CachedApp;
  /** The responses are valid until then, in milliseconds since 1970-01-01 UTC; usually `Infinity`. */
  readonly until: number;
  /** The rules that can match until then; undefined: the link has none. */
  readonly rules: ActiveRules | undefined;
  readonly #first: AnswerKey;
  readonly #answer: CachedAnswer;
  readonly #others: Partial<Record<AnswerKey, CachedAnswer>> | undefined;

  constructor(
    app: CachedApp,
    first: AnswerKey,
    answer: CachedAnswer,
    until: number,
    rules?: ActiveRules,
    others?: Partial<Record<AnswerKey, CachedAnswer>>,
  ) {
    this.app = app;
    this.until = until;
    this.rules = rules;
    this.#first = first;
    this.#answer = answer;
    this.#others = others;
  }

  for(visitor: AnswerKey): CachedAnswer | undefined {
    return visitor === this.#first ? this.#answer : this.#others?.[visitor];
  }

  /** Adds a response. */
  with(visitor: AnswerKey, answer: CachedAnswer): CachedLink {
    const { app, until, rules } = this;
    if (visitor === this.#first) {
      return new CachedLink(app, visitor, answer, until, rules, this.#others);
    }
    const others = { ...this.#others, [visitor]: answer };
    return new CachedLink(app, this.#first, this.#answer, until, rules, others);
  }

  /** Approximate size in bytes. */
  get weight(): number {
    let bytes = LINK_BYTES + weightOf(this.#answer) + (this.rules?.weight ?? 0);
    if (this.#others === undefined) return bytes;
    bytes += OTHERS_BYTES;
    for (const answer of Object.values(this.#others)) bytes += weightOf(answer);
    return bytes;
  }
}

// What V8 and the map need besides the text, measured with a million links.
const LINK_BYTES = 190;
const OTHERS_BYTES = 100;
const OBJECT_BYTES = 80;
/** V8 stores a text with such a character as two bytes per character. */
const WIDE = /[\u0100-\uffff]/;

/** The size of an answer with everything in it, such as the card of a preview. */
function weightOf(part: unknown): number {
  if (typeof part === 'string') return WIDE.test(part) ? 2 * part.length : part.length;
  if (typeof part !== 'object' || part === null) return 0;
  let bytes = OBJECT_BYTES;
  for (const member of Object.values(part)) bytes += weightOf(member);
  return bytes;
}
