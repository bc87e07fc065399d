import { atLeast, times } from '../goals/goal.js';
import { count } from '../progress.js';
import { ENGINES } from './engine.js';
import { whoIs } from './measure.js';

/** A smaller growth is noise. */
const FEW_MICROSECONDS = 1;
const MOST_GROWTH = 1.3;
/** Among ten million links, every lookup reads other pages of the index and of the table. */
const MOST_GROWTH_OF_LOOKUPS = 2;

export const WHATS = [
  'redirect, cached',
  'redirect, not cached',
  'retrieve, not cached',
  'create',
  'redeem',
];

/**
 * Returns how much more a request costs among many links than among few, for the service or the database;
 * undefined without both values.
 * @param {import('../results.js').Results} results
 * @param {'cpu' | 'databaseCpu'} whose
 */
export function growth(results, what, who, [few, many], whose) {
  const [a, b] = [few, many].map((links) => results.of(what, who, links)?.[whose]);
  if (a === undefined || b === undefined) return undefined;
  return Math.min(a, b) < FEW_MICROSECONDS ? undefined : b / a;
}

/**
 * @param {import('../results.js').Results} results
 * @returns {import('../goals/goal.js').Goal[]}
 */
export function engineGoals(results, { engines, workers, sizes }) {
  const names = engines.map((name) => ENGINES[name].name);
  const whose = { cpu: 'the service', databaseCpu: 'the database' };
  const growths = WHATS.flatMap((what) =>
    names.flatMap((engine) =>
      Object.entries(whose).flatMap(([field, owner]) => {
        const all = workers.map((n) => growth(results, what, whoIs(engine, n), sizes, field));
        const known = all.filter((value) => value !== undefined);
        if (known.length === 0) return [];
        const goal = `${what}: growth of ${owner}'s CPU, ${engine}`;
        const lookup = field === 'databaseCpu' && what.endsWith('not cached');
        return times(goal, Math.max(...known), lookup ? MOST_GROWTH_OF_LOOKUPS : MOST_GROWTH);
      }),
    ),
  );
  const creates = names
    .filter((engine) => engine === ENGINES.postgres.name)
    .flatMap((engine) =>
      workers.flatMap((n) =>
        sizes.map((links) =>
          atLeast(
            `durable creates per second, ${engine}, workers ${n}, ${count(links)} links`,
            results.of('create', whoIs(engine, n), links)?.perSecond,
            10_000,
            (value) => count(Math.round(value)),
          ),
        ),
      ),
    );
  return [...creates, ...growths];
}
