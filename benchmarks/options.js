import { parseArgs } from 'node:util';
import { nodeVersion } from './servers/node.js';

const HELP = `npm run bench -- [options]

  --short          1 round of 1 s, 1,000 and 50,000 links: less than three minutes; its CPU times can be
                   compared, its p99 and slowest requests vary
  --seconds <n>    length of a round of redirects or retrieves (8); creates take 15 s or more
  --rounds <n>     number of rounds; results are their medians (3)
  --links <n>      links in the large database (1000000)
  --only <part>    only one part:
                     visits    every kind of answer to a visit: redirects, pages, refusals, a mix; with
                               --short it takes half a minute
                     reads     redirects and retrieves of all links, compared with other servers
                     rate      visits at a constant rate while other work runs, links on the disk
                     startup   start-up times and memory
                     starts    redirects of several starts of the same build
                     creates
                     redeems
                     webhooks  creates with and without webhooks, on both engines
                     metrics   redirects with and without metrics
                     recording redirects with and without clicks, of one link and of all
                     overload  twice what the service can carry
  --starts <n>     number of starts for that part (5)
  --node <path>    measure with this Node.js; can be repeated
  --engines        only SQLite and PostgreSQL with 1 and 2 workers: 1 round of 5 s, or 10 s for
                   creates and redemptions; 10,000,000 links in the large databases; --only is then
                   "sqlite" or "postgres"
  --dashboard      only how long the dashboard takes to open; needs Chromium
  --manage         only how long the management API takes among many links, on both engines; --only
                   is then "sqlite" or "postgres"
  --clicks         only reports on a year of clicks, and their deletion, on both engines: 100,000,000
                   clicks, or 1,000,000 with --short; --only is then "sqlite" or "postgres"
  --rows <n>       another number of clicks for --clicks
  --peers          only redirects and creates of the service and of other projects, whose checkouts,
                   installed and built, KUTT_DIR and LINKFORTY_DIR name
  --keep <folder>  with --engines, --manage or --clicks: keep the filled databases there and use existing ones
  --autocannon     generate the load with autocannon, even if wrk is installed
  --write          write the result into benchmarks/README.md; only for a whole run
  --help           print this
`;

/** The number of links in the small database, with which the large one is compared. */
export const FEW_LINKS = 1000;

const PHASES = /** @type {const} */ ([
  'visits',
  'reads',
  'rate',
  'startup',
  'starts',
  'creates',
  'redeems',
  'webhooks',
  'metrics',
  'recording',
  'overload',
]);
const ENGINES = ['sqlite', 'postgres'];

/**
 * Reads the options from the command line.
 * @typedef {ReturnType<typeof readOptions>} Options
 * @typedef {typeof PHASES[number]} PhaseName
 * @param {string[]} args
 */
export function readOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        short: { type: 'boolean', default: false },
        seconds: { type: 'string' },
        rounds: { type: 'string' },
        links: { type: 'string' },
        only: { type: 'string' },
        starts: { type: 'string' },
        node: { type: 'string', multiple: true },
        engines: { type: 'boolean', default: false },
        dashboard: { type: 'boolean', default: false },
        manage: { type: 'boolean', default: false },
        clicks: { type: 'boolean', default: false },
        rows: { type: 'string' },
        peers: { type: 'boolean', default: false },
        keep: { type: 'string' },
        autocannon: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return quit(error.message);
  }
  const { short, only, node, keep, dashboard, manage, clicks, peers, autocannon, write, help } =
    values;
  if (help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const byEngine = values.engines || manage || clicks;
  const parts = byEngine ? ENGINES : PHASES;
  if (only !== undefined && !parts.includes(only)) {
    return quit(`--only must be ${parts.map((part) => `"${part}"`).join(' or ')}`);
  }
  if (keep !== undefined && !byEngine)
    return quit('--keep requires --engines, --manage or --clicks');
  const modes = { engines: values.engines, dashboard, manage, clicks, peers };
  const [mode = 'result', another] = Object.keys(modes).filter((name) => modes[name]);
  if (another) return quit(`--${mode} cannot be combined with --${another}`);
  if (only !== undefined && (dashboard || peers)) return quit(`--${mode} has no parts`);
  if (node !== undefined && mode !== 'result')
    return quit(`--node cannot be combined with --${mode}`);
  const noNode = node?.find((path) => nodeVersion(path) === undefined);
  if (noNode !== undefined) return quit(`--node: ${noNode} is not a Node.js binary`);
  if (write && (short || only !== undefined)) return quit('--write requires a whole run');
  const chosen = parts.filter((part) => only === undefined || only === part);
  const usual = values.engines
    ? { seconds: 5, rounds: 1, links: 10_000_000 }
    : { seconds: 8, rounds: 3, links: 1_000_000 };
  const otherwise = short ? { seconds: 1, rounds: 1, links: 50_000 } : usual;
  const seconds = whole('seconds', values.seconds, otherwise.seconds);
  return {
    short,
    write,
    autocannon,
    keep,
    part: mode,
    engines: byEngine ? chosen : undefined,
    phases: byEngine ? [] : chosen,
    nodes: node ?? [process.execPath],
    workers: [1, 2],
    seconds,
    warmUpSeconds: short ? 1 : 3,
    // Long enough for many checkpoints of the database.
    createSeconds: short ? 3 : Math.max(15, seconds),
    writeSeconds: short ? 3 : 10,
    rateSeconds: short ? 3 : 20,
    overloadSeconds: short ? 3 : 60,
    afterOverloadSeconds: short ? 2 : 3,
    startTimes: short ? 3 : 5,
    starts: whole('starts', values.starts, short ? 1 : 5),
    rounds: whole('rounds', values.rounds, otherwise.rounds),
    clicks: whole('rows', values.rows, short ? 1_000_000 : 100_000_000),
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
