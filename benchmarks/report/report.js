import { count } from '../progress.js';

/** The columns of the table; empty if a value was not measured. */
const COLUMNS = {
  what: ({ what }) => what,
  who: ({ who }) => who,
  links: ({ links }) => (links === undefined ? '' : count(links)),
  'requests/s': ({ perSecond }) => count(Math.round(perSecond)),
  'p50 ms': ({ p50 }) => p50.toFixed(2),
  'p99 ms': ({ p99 }) => p99.toFixed(2),
  'slowest ms': ({ slowest }) => slowest.toFixed(1),
  'CPU µs per request': ({ cpu }) => cpu?.toFixed(1) ?? '',
  'memory MB': ({ memory }) => memory?.toFixed(0) ?? '',
};

/**
 * Returns the result of a run as Markdown: the machine, the measurements and the goals.
 * @param {Record<string, string>} properties
 * @param {import('../options.js').Options} options
 * @param {import('../results.js').Results} results
 * @param {import('../goals.js').Goal[]} goals
 */
export function report(properties, options, results, goals) {
  const { quick, rounds, seconds, createSeconds } = options;
  const of = rounds === 1 ? '1 round' : `the medians of ${rounds} rounds`;
  const rows = results.rows();
  return [
    `Measured ${new Date().toISOString().slice(0, 10)}: ${of}, ${seconds} s each, ${createSeconds} s for creates.`,
    quick ? '\n**A quick run, to try the bench: its numbers say nothing.**' : '',
    '',
    ...Object.entries(properties).map(([name, value]) => `- ${name}: ${value}`),
    '',
    table(
      Object.keys(COLUMNS),
      rows.map((row) => Object.values(COLUMNS).map((cell) => cell(row))),
    ),
    '',
    ...rows
      .filter((row) => row.checkpoints !== undefined)
      .map(
        ({ links, checkpoints, logMegabytes }) =>
          `- Creates at ${count(links)} links: a checkpoint was running in ${Math.round(checkpoints)} of the checks of a round, and the maximum size of the write-ahead log was ${logMegabytes.toFixed(0)} MB.`,
      ),
    '',
    table(
      ['goal', 'limit', 'measured', 'met'],
      goals.map((goal) => [
        goal.goal,
        `${goal.sense} ${goal.show(goal.limit)}`,
        goal.measured === undefined ? '' : goal.show(goal.measured),
        verdict(goal),
      ]),
    ),
    '',
  ].join('\n');
}

/** Returns whether a goal is met, and by how much. */
export function verdict({ measured, limit, sense }) {
  if (measured === undefined) return 'not measured';
  const over = sense === 'at most' ? measured / limit - 1 : 1 - measured / limit;
  const percent = Math.round(Math.abs(over) * 100);
  return over <= 0 ? `yes, ${percent} % to spare` : `**no, by ${percent} %**`;
}

export function table(heading, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
