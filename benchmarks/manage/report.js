import { atMost } from '../goals/goal.js';
import { count } from '../progress.js';
import { goalTable } from '../report/goals.js';
import { introduction, table } from '../report/table.js';

const MAX_P95_MS = 100;
/** The maximum time that a request of one user may delay a visit, in milliseconds. */
const MAX_STALL_MS = 50;

/**
 * @param {Record<string, string>} properties
 * @param {{ links: number, short: boolean, createsPerSecond: number }} options
 * @param {{ engine: string, quiet: Measured, busy: Measured }[]} results
 * @typedef {{ rows: import('./measure.js').Row[], visits: import('./measure.js').Times }} Measured
 */
export function manageReport(properties, { links, short, createsPerSecond }, results) {
  return [
    ...introduction(
      `${count(links)} links, one request after the other; in milliseconds, first with visits as the only other load, then while ${createsPerSecond} links per second are created.`,
      short,
      properties,
    ),
    ...results.flatMap((result) => [`**${result.engine}**`, '', tableOf(result), '']),
    goalTable(results.flatMap(goals)),
    '',
  ].join('\n');
}

const TIMES = ['p50', 'p95', 'p99', 'slowest', 'slowest visit'];

function tableOf({ quiet, busy }) {
  const database = quiet.rows.some(({ cpu }) => !Number.isNaN(cpu[1]));
  const costs = ['CPU ms', ...(database ? ['CPU ms, database'] : [])];
  const shown = (value) => (Number.isNaN(value) ? '' : value.toFixed(1));
  const times = ({ asked: { p50, p95, p99, max }, visits }) =>
    [p50, p95, p99, max, visits.max].map(shown);
  return table(
    ['what', ...costs, ...TIMES, ...TIMES.map((name) => `creates: ${name}`)],
    quiet.rows.map((row, index) => [
      row.what,
      ...costs.map((_, process) => shown(row.cpu[process])),
      ...times(row),
      ...times(busy.rows[index]),
    ]),
  );
}

/** @returns {import('../goals/goal.js').Goal[]} */
function goals({ engine, quiet, busy }) {
  return [
    ['', quiet],
    [' with creates', busy],
  ].flatMap(([when, { rows, visits }]) => {
    const slowest = rows.toSorted((a, b) => b.asked.p95 - a.asked.p95)[0];
    return [
      atMost(
        `${engine}${when}: the highest p95 (${slowest.what})`,
        slowest.asked.p95,
        MAX_P95_MS,
        'ms',
      ),
      atMost(`${engine}${when}: p99 of the visits`, visits.p99, MAX_STALL_MS, 'ms'),
    ];
  });
}
