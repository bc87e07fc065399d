import { parseArgs } from 'node:util';

const HELP = `npm run bench -- [options]

  --quick          2 s rounds, 1 round, 1,000 and 20,000 links: to try it, not to measure
  --seconds <n>    length of a round of redirects or retrieves (8); creates take 15 s or more
  --rounds <n>     rounds, of which medians are taken (3)
  --links <n>      links in the large store (1000000)
  --only <part>    "reads" (redirect, retrieve), "creates" or "redeems"
  --autocannon     generate the load with autocannon though wrk is installed
  --write          write the result into benchmarks/README.md; for a whole run
`;

/** Links in the small store, which the large one is compared with. */
export const FEW_LINKS = 1000;

/**
 * What to run, from the command line.
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
        autocannon: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    return quit(error.message);
  }
  const { quick, only, autocannon, write, help } = values;
  if (help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  if (only !== undefined && !['reads', 'creates', 'redeems'].includes(only)) {
    return quit('--only takes "reads", "creates" or "redeems"');
  }
  if (write && (quick || only !== undefined)) return quit('--write wants a whole run');
  const seconds = whole('seconds', values.seconds, quick ? 2 : 8);
  return {
    quick,
    write,
    autocannon,
    reads: only === undefined || only === 'reads',
    creates: only === undefined || only === 'creates',
    redeems: only === undefined || only === 'redeems',
    seconds,
    warmUpSeconds: quick ? 1 : 3,
    // Long enough that many checkpoints of the store fall into it.
    createSeconds: quick ? 3 : Math.max(15, seconds),
    rounds: whole('rounds', values.rounds, quick ? 1 : 3),
    sizes: [FEW_LINKS, whole('links', values.links, quick ? 20_000 : 1_000_000, FEW_LINKS + 1)],
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
