import { BLOCK_LINKS, BlockSet } from '../domain/search/block.ts';
import {
  ALWAYS,
  appTerm,
  LONG,
  tagTerm,
  templateTerm,
  type QueryTerms,
} from '../domain/search/terms.ts';
import type { Database } from './database.ts';
import { listPostings, listSearchChanges } from './search-index.ts';

/** Blocks that are read at once: few at first, because most pages are filled by the first ones. */
const FIRST_BLOCKS = 4;
const MAX_BLOCKS = 64;

/** Where to look: links with numbers above `above` and below `below`, in complete blocks. */
interface Range {
  readonly above: number;
  readonly below: number;
}

interface Wanted {
  readonly appId: string;
  readonly terms: QueryTerms;
  readonly tag: string | undefined;
  readonly template: string | undefined;
}

/**
 * The numbers of links that may match, in lists, in the order of the search. Some do not match: terms of different
 * texts can be the same, a link can have the terms in another order, and changed links are always included.
 */
export async function* candidates(
  db: Database,
  wanted: Wanted,
  { above, below }: Range,
  oldestFirst: boolean,
): AsyncGenerator<readonly number[]> {
  const [first, last] = [Math.floor((above + 1) / BLOCK_LINKS), Math.ceil(below / BLOCK_LINKS)];
  let count = FIRST_BLOCKS;
  for (let done = 0; done < last - first;) {
    const size = Math.min(count, last - first - done);
    const from = oldestFirst ? first + done : last - done - size;
    const found = await candidatesIn(db, wanted, from, from + size);
    const fitting = found.filter((id) => id > above && id < below);
    yield oldestFirst ? fitting : fitting.toReversed();
    done += size;
    count = Math.min(MAX_BLOCKS, count * 4);
  }
}

/** In ascending order. */
async function candidatesIn(
  db: Database,
  { appId, terms, tag, template }: Wanted,
  from: number,
  to: number,
): Promise<number[]> {
  const filters = [
    appTerm(appId),
    ...(tag === undefined ? [] : [tagTerm(tag)]),
    ...(template === undefined ? [] : [templateTerm(template)]),
  ];
  const either = [...(terms.text ?? []), ...(terms.code === undefined ? [] : [terms.code])];
  // In this order: a change that is no longer noted is in the postings.
  const changes = await listSearchChanges(db, from * BLOCK_LINKS, to * BLOCK_LINKS);
  const wanted = [...new Set([ALWAYS, LONG, ...filters, ...either])];
  const postings = await listPostings(db, wanted, from, to);
  const blocks = new Map<number, Map<number, string>>();
  for (const { term, block, links } of postings) {
    const known = blocks.get(block) ?? new Map<number, string>();
    blocks.set(block, known.set(term, links));
  }
  const found: number[] = [];
  for (const [block, texts] of [...blocks].toSorted(([a], [b]) => a - b)) {
    const set = matching(texts, filters, terms).addAll(BlockSet.parse(texts.get(ALWAYS)));
    for (const position of set.positions()) found.push(block * BLOCK_LINKS + position);
  }
  if (changes.length === 0) return found;
  return [...new Set([...found, ...changes.map(({ seq }) => seq)])].toSorted((a, b) => a - b);
}

/** The links of a block with all terms of the text, that of the code, or too long texts; and all filters. */
function matching(
  texts: ReadonlyMap<number, string>,
  filters: readonly number[],
  { text, code }: QueryTerms,
): BlockSet {
  // Most blocks lack one of the terms.
  const hasAll = (terms: readonly number[]): boolean => terms.every((term) => texts.has(term));
  const set = BlockSet.parse(texts.get(LONG));
  if (!hasAll(filters)) return new BlockSet();
  if (text !== undefined && hasAll(text)) {
    const [first, ...others] = text;
    if (first !== undefined) {
      const all = BlockSet.parse(texts.get(first));
      for (const term of others) all.keep(BlockSet.parse(texts.get(term)));
      set.addAll(all);
    }
  }
  if (code !== undefined) set.addAll(BlockSet.parse(texts.get(code)));
  for (const term of filters) set.keep(BlockSet.parse(texts.get(term)));
  return set;
}
