import { BlockSet } from './block.ts';
import type { SearchedLink } from './searched-link.ts';
import { filterTermsOfLink, LONG, termsOfLink } from './terms.ts';

/** New terms of one link: more than the text of a long page has. */
const MAX_NEW_TERMS = 5000;
/** Of all terms of a block, so that strange texts do not need hundreds of megabytes. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Approximately what the first position of a term needs, each other one, and a set. */
const BYTES = { term: 150, position: 16, set: 700 };
/** With more, a set needs less memory than a list. */
const LISTED = 32;

/** Collects the terms of the links of a block. */
export class BlockBuilder {
  readonly #positions = new Map<number, number[] | BlockSet>();
  #bytes = 0;

  /** Adds a link at its position in the block. Positions are added in ascending order. */
  add(position: number, link: SearchedLink): void {
    let terms = termsOfLink(link);
    if (this.#isTooMuch(terms)) terms = filterTermsOfLink(link).add(LONG);
    for (const term of terms) this.#addTo(term, position);
  }

  #isTooMuch(terms: ReadonlySet<number>): boolean {
    if (this.#bytes > MAX_BYTES) return true;
    if (terms.size <= MAX_NEW_TERMS) return false;
    let fresh = 0;
    for (const term of terms) if (!this.#positions.has(term)) fresh++;
    return fresh > MAX_NEW_TERMS;
  }

  #addTo(term: number, position: number): void {
    const known = this.#positions.get(term);
    if (known === undefined) {
      this.#positions.set(term, [position]);
      this.#bytes += BYTES.term;
    } else if (known instanceof BlockSet) known.add(position);
    else if (known.length < LISTED) {
      known.push(position);
      this.#bytes += BYTES.position;
    } else {
      this.#positions.set(term, BlockSet.of([...known, position]));
      this.#bytes += BYTES.set;
    }
  }

  /** Each term with the text of its links, in the order of the terms. */
  *postings(): Generator<readonly [term: number, links: string]> {
    const terms = [...this.#positions.keys()].toSorted((a, b) => a - b);
    for (const term of terms) {
      const known = this.#positions.get(term) ?? [];
      yield [term, String(known instanceof BlockSet ? known : BlockSet.of(known))];
    }
  }
}
