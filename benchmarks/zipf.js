import { LRUCache } from 'lru-cache';
import { prepared } from '../scripts/prepare.js';
import { randomFrom } from './random.js';
import { table } from './report/table.js';

// `node benchmarks/zipf.js`: the cache hit rate by the number of links, the number that fit, and how uneven
// visits are. docs/operate/scale-out.md has the table.

await prepared();
const { TwoGenerationCache } = await import('../server/dist/src/cache/two-generation-cache.js');

const LINKS = 1_000_000;
const WARM_UP = 1_500_000;
const REQUESTS = 1_000_000;
const EXPONENTS = [0.8, 1.0, 1.2];
const SHARES = [0.001, 0.01, 0.1];
/** The number of links and of cache entries for which the last table is computed. */
const MANY_LINKS = 1e10;
const MANY_ENTRIES = [1e7, 1e8, 1e9];

/** Draws ranks of links: rank r is drawn in proportion to 1 / r^s. */
function draw(exponent, count) {
  const cumulated = new Float64Array(LINKS);
  let sum = 0;
  for (let rank = 0; rank < LINKS; rank++) {
    sum += (rank + 1) ** -exponent;
    cumulated[rank] = sum;
  }
  const random = randomFrom(42);
  const ranks = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const wanted = random() * sum;
    let low = 0;
    let high = LINKS - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cumulated[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    ranks[index] = low;
  }
  return ranks;
}

/** The share of requests after the warm-up that are hits of `cache`. */
function hitRate(cache, ranks) {
  let hits = 0;
  for (let index = 0; index < ranks.length; index++) {
    const link = ranks[index];
    if (cache.get(link) === undefined) cache.set(link, true);
    else if (index >= WARM_UP) hits++;
  }
  return hits / (ranks.length - WARM_UP);
}

/**
 * Computes the hit rate of an LRU cache with `entries` among `links` without drawing: a link stays until as
 * many other links as fit were requested (Che's approximation). Ranks are grouped into bins that become
 * wider.
 */
function workedOut(exponent, links, entries) {
  const bins = [];
  for (let from = 1; from <= links;) {
    const to = Math.min(links, Math.max(from, Math.floor(from * 1.01)));
    const middle = (from + to) / 2;
    bins.push({ count: to - from + 1, weight: middle ** -exponent });
    from = to + 1;
  }
  const total = bins.reduce((sum, { count, weight }) => sum + count * weight, 0);
  const kept = (time) =>
    bins.reduce((sum, { count, weight }) => sum - count * Math.expm1((-weight / total) * time), 0);
  let [low, high] = [0, 1e15];
  for (let step = 0; step < 100; step++) {
    const middle = (low + high) / 2;
    if (kept(middle) < entries) low = middle;
    else high = middle;
  }
  return bins.reduce(
    (sum, { count, weight }) =>
      sum - ((count * weight) / total) * Math.expm1((-weight / total) * low),
    0,
  );
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const simulated = [];
for (const exponent of EXPONENTS) {
  const ranks = draw(exponent, WARM_UP + REQUESTS);
  for (const share of SHARES) {
    const entries = LINKS * share;
    simulated.push([
      exponent.toFixed(1),
      percent(share),
      percent(hitRate(new TwoGenerationCache(entries, () => 1), ranks)),
      percent(hitRate(new LRUCache({ max: entries }), ranks)),
      percent(workedOut(exponent, LINKS, entries)),
    ]);
  }
}
const head = ['s', 'links that fit', 'generations', 'LRU', 'LRU, worked out'];
process.stdout.write(
  `${LINKS.toLocaleString('en')} links, drawn:\n\n${table(head, simulated)}\n\n`,
);

const rows = MANY_ENTRIES.map((entries) => [
  entries.toLocaleString('en'),
  ...EXPONENTS.map((exponent) => percent(workedOut(exponent, MANY_LINKS, entries))),
]);
const many = ['entries', ...EXPONENTS.map((exponent) => `s = ${exponent.toFixed(1)}`)];
process.stdout.write(
  `${MANY_LINKS.toLocaleString('en')} links, worked out:\n\n${table(many, rows)}\n`,
);
