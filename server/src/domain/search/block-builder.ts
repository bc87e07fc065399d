import { blockText } from './block.ts';
import type { SearchedLink } from './searched-link.ts';
import { filterTermsOfLink, LONG, termsOfLink } from './terms.ts';

/** Of one link: more than the text of a long page has. */
const MAX_TERMS = 4000;
/** Of all links of a block, so that strange texts do not need hundreds of megabytes. */
const MAX_POSTINGS = 3_000_000;

/** Collects the terms of the links of a block. */
export class BlockBuilder {
  readonly #positions = new Map<number, number[]>();
  #postings = 0;

  /** Adds a link at its position in the block. Positions are added in ascending order. */
  add(position: number, link: SearchedLink): void {
    let terms = termsOfLink(link);
    const isTooMuch = terms.size > MAX_TERMS || this.#postings + terms.size > MAX_POSTINGS;
    if (isTooMuch) terms = filterTermsOfLink(link).add(LONG);
    this.#postings += terms.size;
    for (const term of terms) this.#addTo(term, position);
  }

  #addTo(term: number, position: number): void {
    const known = this.#positions.get(term);
    if (known) known.push(position);
    else this.#positions.set(term, [position]);
  }

  /** Each term with the text of its links, in the order of the terms. */
  *postings(): Generator<readonly [term: number, links: string]> {
    const terms = [...this.#positions.keys()].toSorted((a, b) => a - b);
    for (const term of terms) yield [term, blockText(this.#positions.get(term) ?? [])];
  }
}
