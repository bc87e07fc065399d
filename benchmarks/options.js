import { parseArgs } from 'node:util';

const HELP = `npm run bench -- [options]

  --quick          1 round of 2 s, 1,000 and 20,000 links: to try the benchmark, not to measure
  --seconds <n>    length of a round of redirects or retrieves (8); creates take 15 s or more
  --rounds <n>     number of rounds; results are their medians (3)
  --links <n>      links in the large database (1000000)
  --only <part>    "reads" (redirect, retrieve), "creates" or "redeems"
  --engines        only SQLite and PostgreSQL with 1 and 2 workers: 1 round of 5 s, or 10 s for
                   creates and redemptions; 10,000,000 links in the large databases; --only is then
                   "sqlite" or "postgres"
  --dashboard      only how long the dashboard takes to open; needs Chromium
  --manage         only how long the management API takes among many links, on both engines; --only
                   is then "sqlite" or "postgres"
  --keep <folder>  with --engines or --manage: keep the filled databases there and use existing ones
  --autocannon     generate the load with autocannon, even if wrk is installed
  --write          write the result into benchmarks/README.md; only for a whole run
`;

/** The number of links in the small database, with which the large one is compared. */
export const FEW_LINKS = 1000;

/**
 * Reads the options from the command line.
 * @typedef {ReturnType<typeof readOptions>} Options
 * @param {string[]} args
 */
export function readOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        quick: { type: 'boolean', default: false },
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        links: { type: 'string' },
        only: { type: 'string' },
        engines: { type: 'boolean', default: false },
        dashboard: { type: 'boolean', default: false },
        manage: { type: 'boolean', default: false },
        keep: { type: 'string' },
        autocannon: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return quit(error.message);
  }
  const { quick, only, keep, dashboard, manage, autocannon, write, help } = values;
  if (help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const byEngine = values.engines || manage;
  const parts = byEngine ? ['sqlite', 'postgres'] : ['reads', 'creates', 'redeems'];
  if (only !== undefined && !parts.includes(only)) {
    return quit(`--only must be ${parts.map((part) => `"${part}"`).join(' or ')}`);
  }
  if (keep !== undefined && !byEngine) return quit('--keep requires --engines or --manage');
  if (dashboard && (byEngine || only !== undefined)) {
    return quit('--dashboard cannot be combined with --engines, --manage or --only');
  }
  if (manage && values.engines) return quit('--manage cannot be combined with --engines');
  if (write && (quick || only !== undefined)) return quit('--write requires a whole run');
  const chosen = (part) => only === undefined || only === part;
  const usual = values.engines
    ? { seconds: 5, rounds: 1, links: 10_000_000 }
    : { seconds: 8, rounds: 3, links: 1_000_000 };
  const otherwise = quick ? { seconds: 2, rounds: 1, links: 20_000 } : usual;
  const seconds = whole('seconds', values.seconds, otherwise.seconds);
  return {
    quick,
    write,
    autocannon,
    keep,
    part: dashboard ? 'dashboard' : manage ? 'manage' : values.engines ? 'engines' : 'result',
    engines: byEngine ? parts.filter(chosen) : undefined,
    workers: [1, 2],
    reads: chosen('reads'),
    creates: chosen('creates'),
    redeems: chosen('redeems'),
    seconds,
    warmUpSeconds: quick ? 1 : 3,
    // Long enough for many checkpoints of the database.
    createSeconds: quick ? 3 : Math.max(15, seconds),
    writeSeconds: quick ? 3 : 10,
    rounds: whole('rounds', values.rounds, otherwise.rounds),
    sizes: [FEW_LINKS, whole('links', values.links, otherwise.links, FEW_LINKS + 1)],
  };
}

/** @returns {number} */
function whole(name, text, otherwise, least = 1) {
  if (text === undefined) return otherwise;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value >= least ? value : quit(`--${name} takes a whole number from ${least}`);
}

/** @returns {never} */
function quit(message) {
  process.stderr.write(`${message}\n\n${HELP}`);
  process.exit(2);
}
