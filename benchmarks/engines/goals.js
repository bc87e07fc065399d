import { count } from '../progress.js';
import { ENGINES } from './engine.js';
import { whoIs } from './measure.js';

/** A smaller growth is noise. */
const FEW_MICROSECONDS = 1;
const MOST_GROWTH = 1.3;

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
 * @returns {import('../goals.js').Goal[]}
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
        return {
          goal: `${what}: growth of ${owner}'s CPU, ${engine}`,
          measured: Math.max(...known),
          limit: MOST_GROWTH,
          sense: 'at most',
          show: (value) => `${value.toFixed(2)} ×`,
        };
      }),
    ),
  );
  const creates = names
    .filter((engine) => engine === ENGINES.postgres.name)
    .flatMap((engine) =>
      workers.flatMap((n) =>
        sizes.map((links) => ({
          goal: `durable creates per second, ${engine}, workers ${n}, ${count(links)} links`,
          measured: results.of('create', whoIs(engine, n), links)?.perSecond,
          limit: 10_000,
          sense: 'at least',
          show: (value) => count(Math.round(value)),
        })),
      ),
    );
  return [...creates, ...growths];
}
