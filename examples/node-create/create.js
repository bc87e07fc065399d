import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createServerClient, isSmartlinkError } from '@smartlink/client/server';
import { formatCsv, parseCsv } from './csv.js';
import { createProgress } from './progress.js';

const USAGE = `Usage: node create.js <links.csv> --service <address> --token-env <name> [--run <name>]

  <links.csv>   rows of uri,coupon,redeem_limit; the first row says so; the last two may be empty
  --service     where the service is, such as http://127.0.0.1:8080
  --token-env   the environment variable that holds the server token
  --run         another name makes the same rows once more; the default is "1"

Prints uri,smartlink to standard output.
`;

const AT_ONCE = 8;
const COLUMNS = ['uri', 'coupon', 'redeem_limit'];

const { file, service, token, run } = readArguments();
const rows = readRows(file);
const progress = createProgress(rows.length);
const client = connect({
  baseUrl: service,
  token,
  onRetry: ({ error }) =>
    progress.note(
      `${error.status >= 500 ? 'the service is busy' : 'the service cannot be reached'}, trying again`,
    ),
  // Long enough for a service that is started anew.
  giveUpAfterMs: 120_000,
});

const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Stopped.')));
// Whoever reads our output may have seen enough, such as `head`.
process.stdout.on('error', () => stop.abort(new Error('Nobody reads the output any more.')));

/** For each row its line of output; empty for one that failed. @type {string[]} */
const lines = [];
let printed = 0;
let made = 0;
let failed = 0;
let next = 0;

process.stdout.write(formatCsv(['uri', 'smartlink']));
await Promise.all(Array.from({ length: AT_ONCE }, work));
progress.clear();
// After a stop there are gaps; what was made behind them is worth knowing too.
process.stdout.write(lines.slice(printed).join(''));
summarize();

/** Takes the next row until there is none. Several of these run at once. */
async function work() {
  while (next < rows.length && !stop.signal.aborted) {
    const index = next++;
    const { row, fields, key } = rows[index];
    try {
      lines[index] = formatCsv([fields[0], await create(fields, key)]);
      made++;
    } catch (error) {
      if (!isOfTheRow(error)) {
        // The other rows would fare no better, so nobody has to wait for each of them.
        stop.abort(error);
        return;
      }
      lines[index] = '';
      failed++;
      for (const words of faultsOf(error)) progress.line(`row ${row}: ${words}`);
    }
    print();
    progress.step();
  }
}

/** Says what is wrong with the token or the address before anything is sent. */
function connect(options) {
  try {
    return createServerClient(options);
  } catch ({ message }) {
    refuse(`${message}\n`);
  }
}

async function create(fields, idempotencyKey) {
  const [uri, coupon, limit] = fields;
  if (fields.length !== COLUMNS.length) {
    throw new RangeError(`it must have ${COLUMNS.length} fields, and has ${fields.length}.`);
  }
  const request = {
    uri,
    ...(coupon === '' ? {} : { metadata: { coupon } }),
    // What is not a number goes out as it is: the service has the words for what is wrong with it.
    ...(limit === '' ? {} : { redeemLimit: /^\d{1,15}$/.test(limit) ? Number(limit) : limit }),
  };
  const { smartlink } = await client.create(request, { idempotencyKey, signal: stop.signal });
  return smartlink;
}

/** Prints what is done, in the order of the input, whatever was done first. */
function print() {
  if (process.stdout.isTTY) progress.clear();
  while (printed < lines.length && lines[printed] !== undefined) {
    process.stdout.write(lines[printed++]);
  }
}

/** Is this row at fault, and not the network, the service or the token? */
function isOfTheRow(error) {
  return (
    error instanceof RangeError || (isSmartlinkError(error) && [413, 422].includes(error.status))
  );
}

/** What is wrong and where: `/redeem_limit must be at least 1.` */
function faultsOf({ message, errors }) {
  if (!errors?.length) return [message];
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

function summarize() {
  const say = (text) => process.stderr.write(`${text}\n`);
  say(`${made} of ${rows.length} links are there.`);
  if (failed > 0) say(`${failed} ${failed === 1 ? 'row' : 'rows'} failed; see above.`);
  if (stop.signal.aborted) {
    say(`${stop.signal.reason.message}`);
    say('Run it again with the same token within 24 hours: no link is made twice.');
  }
  if (failed > 0 || stop.signal.aborted) process.exitCode = 1;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        service: { type: 'string' },
        'token-env': { type: 'string' },
        run: { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    const { service: where, 'token-env': name, run: called } = values;
    if (positionals.length !== 1 || !where || !name) throw new Error('Something is missing.');
    if (!process.env[name]) throw new Error(`The environment variable ${name} is empty.`);
    return { file: positionals[0], service: where, token: process.env[name], run: called };
  } catch (error) {
    refuse(`${error.message}\n\n${USAGE}`);
  }
}

/** The rows of the file, each with its idempotency key. Exits where the file cannot be read. */
function readRows(path) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    const [header, ...found] = parseCsv(text);
    if (header?.fields.join() !== COLUMNS.join()) {
      throw new SyntaxError(`the first row must be ${COLUMNS.join()}`);
    }
    const seen = new Map();
    return found.map(({ row, fields }) => {
      const content = JSON.stringify(fields);
      const nth = (seen.get(content) ?? 0) + 1;
      seen.set(content, nth);
      return { row, fields, key: keyOf(content, nth) };
    });
  } catch (error) {
    refuse(`${path}: ${error.message}\n`);
  }
}

/**
 * The idempotency key of a row. It hangs on what the row says and on how many of the same came
 * before it, and neither on its number nor on the rest of the file: when a bad row is mended or one
 * is added, the others keep their keys, so that the next run makes what is missing and no more. It
 * is an HMAC with the server token, because all tokens of an app share its keys and those of its
 * platforms are public: nobody without the server token can guess a key and take it first.
 */
function keyOf(content, nth) {
  return createHmac('sha256', token)
    .update(JSON.stringify(['node-create', run, content, nth]))
    .digest('hex');
}

function refuse(words) {
  process.stderr.write(words);
  process.exit(2);
}
