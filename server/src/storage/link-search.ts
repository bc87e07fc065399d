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

/** The links of some blocks that may match, and the number before the first link of the next blocks. */
interface Candidates {
  readonly ids: readonly number[];
  readonly end: number;
}

/**
 * The numbers of links that may match, in the order of the search. Some do not match: terms of different
 * texts can be the same, a link can have the terms in another order, and changed links are always included.
 */
export async function* candidates(
  db: Database,
  wanted: Wanted,
  { above, below }: Range,
  oldestFirst: boolean,
): AsyncGenerator<Candidates> {
  const [first, last] = [Math.floor((above + 1) / BLOCK_LINKS), Math.ceil(below / BLOCK_LINKS)];
  let count = FIRST_BLOCKS;
  for (let done = 0; done < last - first;) {
    const size = Math.min(count, last - first - done);
    const from = oldestFirst ? first + done : last - done - size;
    const found = await candidatesIn(db, wanted, from, from + size);
    const fitting = found.filter((id) => id > above && id < below);
    yield oldestFirst
      ? { ids: fitting, end: (from + size) * BLOCK_LINKS - 1 }
      : { ids: fitting.toReversed(), end: from * BLOCK_LINKS };
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
  const either = [...(terms.text ?? []).flat(), ...(terms.code === undefined ? [] : [terms.code])];
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
    const set = matching(texts, filters, terms);
    set.addAll(BlockSet.parse(texts.get(ALWAYS)));
    for (const position of set.positions()) found.push(block * BLOCK_LINKS + position);
  }
  if (changes.length === 0) return found;
  return [...new Set([...found, ...changes.map(({ seq }) => seq)])].toSorted((a, b) => a - b);
}

/** The links of a block with the terms of the text, that of the code, or too long texts; and all filters. */
function matching(
  texts: ReadonlyMap<number, string>,
  filters: readonly number[],
  { text, code }: QueryTerms,
): BlockSet {
  const all = filters.map((term) => [term]);
  const set = withEach(texts, [...all, [LONG]]);
  if (text !== undefined) set.addAll(withEach(texts, [...all, ...text]));
  if (code !== undefined) set.addAll(withEach(texts, [...all, [code]]));
  return set;
}

/** The links of a block that have one term of each choice. */
function withEach(
  texts: ReadonlyMap<number, string>,
  choices: readonly (readonly number[])[],
): BlockSet {
  const set = new BlockSet();
  const known = choices.map((choice) => choice.flatMap((term) => texts.get(term) ?? []));
  // Most blocks lack one of the terms.
  if (known.some((choice) => choice.length === 0)) return set;
  // The rarest first, so that few links are left for the others.
  const sizes = known.map((choice) => choice.reduce((sum, { length }) => sum + length, 0));
  const order = known.map((_, index) => index).toSorted((a, b) => sizes[a]! - sizes[b]!);
  const [first, ...others] = order.map((index) => known[index]!);
  set.addAll(union(first ?? []));
  for (const choice of others) {
    if (set.isEmpty) return set;
    if (choice.length === 1) set.keepText(choice[0]!);
    else set.keep(union(choice));
  }
  return set;
}

function union(texts: readonly string[]): BlockSet {
  const set = new BlockSet();
  for (const text of texts) set.addAll(BlockSet.parse(text));
  return set;
}
