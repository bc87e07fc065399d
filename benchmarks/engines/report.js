import { count } from '../progress.js';
import { goalTable } from '../report/goals.js';
import { introduction, table } from '../report/table.js';
import { ENGINES } from './engine.js';
import { growth, WHATS } from './goals.js';
import { whoIs } from './measure.js';

/** The kind of cached data for a row of the table. */
const REMEMBERED = { 'redirect, cached': 'redirect', 'retrieve, not cached': 'retrieve' };

/**
 * Returns the result of a run as Markdown: the machine, the measurements and the goals.
 * @param {Record<string, string>} properties
 * @param {import('../options.js').Options} options
 * @param {import('../results.js').Results} results
 * @param {Map<string, { redirect: number, retrieve: number }>} memory bytes per link, by engine
 * @param {import('../goals/goal.js').Goal[]} goals
 */
export function engineReport(properties, options, results, memory, goals) {
  const { short, rounds, seconds, writeSeconds, engines, workers, sizes } = options;
  const [few, many] = sizes.map(count);
  const of = rounds === 1 ? '1 round' : `the medians of ${rounds} rounds`;
  const rows = WHATS.flatMap((what) =>
    engines.flatMap((name) => workers.map((n) => rowOf(what, ENGINES[name].name, n))),
  );
  function rowOf(what, engine, n) {
    const who = whoIs(engine, n);
    const samples = sizes.map((links) => results.of(what, who, links));
    const both = (show) => samples.map((sample) => (sample ? show(sample) : ''));
    const bytes = n === 1 ? memory.get(engine)?.[REMEMBERED[what]] : undefined;
    return [
      what,
      engine,
      n,
      ...both(({ perSecond }) => count(Math.round(perSecond))),
      ...both(({ p99 }) => p99.toFixed(1)),
      ...both(({ cpu }) => cpu?.toFixed(1) ?? ''),
      times(growth(results, what, who, sizes, 'cpu')),
      ...both(({ databaseCpu }) => databaseCpu?.toFixed(1) ?? ''),
      times(growth(results, what, who, sizes, 'databaseCpu')),
      samples.at(-1)?.memory?.toFixed(0) ?? '',
      bytes?.toFixed(0) ?? '',
    ];
  }
  return [
    ...introduction(
      `${of}, ${seconds} s each, ${writeSeconds} s for creates and redemptions. Two columns side by side: ${few} links, and ${many}.`,
      short,
      properties,
    ),
    table(headingOf(few, many), rows),
    '',
    goalTable(goals),
    '',
  ].join('\n');
}

function headingOf(few, many) {
  return [
    'what',
    'engine',
    'workers',
    `requests/s, ${few}`,
    many,
    `p99 ms, ${few}`,
    many,
    `CPU µs, service, ${few}`,
    many,
    'growth',
    `CPU µs, database, ${few}`,
    many,
    'growth',
    'memory MB',
    'bytes per cached link',
  ];
}

const times = (value) => (value === undefined ? '' : `${value.toFixed(2)} ×`);
