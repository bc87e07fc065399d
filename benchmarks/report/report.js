import { PHASES } from '../phases.js';
import { count } from '../progress.js';
import { goalTable } from './goals.js';
import { introduction, table } from './table.js';

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
 * @param {{ node: string, results: import('../results.js').Results }[]} runs one for each Node.js
 */
export function report(properties, options, runs) {
  const { short, rounds, seconds, createSeconds, phases, sizes } = options;
  const of = rounds === 1 ? '1 round' : `the medians of ${rounds} rounds`;
  const several = runs.length > 1;
  /** Adds the version to the first cell, if there are several. */
  const on = (node, text) => (several ? `${text}, Node ${node}` : text);
  const rows = runs.flatMap(({ node, results }) => results.rows().map((row) => ({ node, ...row })));
  const columns = several ? { Node: ({ node }) => node, ...COLUMNS } : COLUMNS;
  const figures = runs.flatMap(({ node, results }) =>
    results.figures().map(({ what, text }) => [on(node, what), text]),
  );
  return [
    ...introduction(`${of}, ${seconds} s each, ${createSeconds} s for creates.`, short, properties),
    ...block(rows, () =>
      table(
        Object.keys(columns),
        rows.map((row) => Object.values(columns).map((cell) => cell(row))),
      ),
    ),
    ...block(figures, () => table(['what', 'measured'], figures)),
    ...rows
      .filter((row) => row.checkpoints !== undefined)
      .map(
        ({ node, links, checkpoints, logMegabytes }) =>
          `- ${on(node, `Creates at ${count(links)} links`)}: a checkpoint was running in ${Math.round(checkpoints)} of the checks of a round, and the maximum size of the write-ahead log was ${logMegabytes.toFixed(0)} MB.`,
      ),
    ...runs.flatMap(({ node, results }) =>
      results.notes().map((note) => `- ${on(node, note.what)}: ${note.text}`),
    ),
    '',
    goalTable(
      runs.flatMap(({ node, results }) =>
        phases
          .flatMap((phase) => PHASES[phase].goals(results, sizes))
          .map((goal) => ({ ...goal, goal: on(node, goal.goal) })),
      ),
    ),
    '',
  ].join('\n');
}

/** A table and an empty line after it; nothing without rows. */
function block(rows, make) {
  return rows.length === 0 ? [] : [make(), ''];
}
