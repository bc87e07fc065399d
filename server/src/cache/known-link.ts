import type { VisitApp } from '../domain/app/visit-app.ts';
import type { Answer } from '../visit/answer.ts';
import { VISITOR_CLASSES, type VisitorClass } from '../visit/facts.ts';

/** What is remembered of an answer; of a redirect, only where it leads. */
export type KnownAnswer = string | Answer;

/**
 * What visitors of a link get, as far as it was decided before. Few links are opened by every kind of
 * device, so only the first kind has a place of its own.
 */
export class KnownLink {
  readonly app: VisitApp;
  readonly #first: VisitorClass;
  readonly #answer: KnownAnswer;
  readonly #others: Partial<Record<VisitorClass, KnownAnswer>> | undefined;

  constructor(
    app: VisitApp,
    first: VisitorClass,
    answer: KnownAnswer,
    others?: Partial<Record<VisitorClass, KnownAnswer>>,
  ) {
    this.app = app;
    this.#first = first;
    this.#answer = answer;
    this.#others = others;
  }

  for(visitor: VisitorClass): KnownAnswer | undefined {
    return visitor === this.#first ? this.#answer : this.#others?.[visitor];
  }

  /** The same with one answer more. */
  with(visitor: VisitorClass, answer: KnownAnswer): KnownLink {
    if (visitor === this.#first) return new KnownLink(this.app, visitor, answer, this.#others);
    const others = { ...this.#others, [visitor]: answer };
    return new KnownLink(this.app, this.#first, this.#answer, others);
  }

  /** What it takes, in bytes, about. */
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

// What V8 and the map around it need, as a million of them showed.
const LINK_BYTES = 190;
const OTHERS_BYTES = 100;
const ANSWER_BYTES = 80;

function weightOf(answer: KnownAnswer): number {
  if (typeof answer === 'string') return answer.length;
  let bytes = ANSWER_BYTES;
  for (const part of Object.values(answer)) bytes += typeof part === 'string' ? part.length : 0;
  return bytes;
}
