import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatCsv, parseCsv } from './csv.js';
import { createProgress } from './progress.js';

// In a clone, the package exists after `npm run build`.
const { createServerClient, isSmartlinkError } = await import('@smartlink/client/server').catch(
  (error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return exitWithError(
      'The package @smartlink/client is missing. In a clone, run: npm run build\n',
    );
  },
);

const USAGE = `Usage: node create.js   <links.csv> --service <address> --token-env <name> [--run <name>]

  <links.csv>   first row: uri,coupon,redeem_limit; coupon and redeem_limit may be empty
  --service     the address of the service, such as http://127.0.0.1:8080
  --token-env   the environment variable with the server token
  --run         a new name creates the same links again; the default is "1"

Prints uri,smartlink to standard output.
`;

const CONCURRENCY = 8;
const COLUMNS = ['uri', 'coupon', 'redeem_limit'];

const { file, service, token, run } = readArguments();
const rows = readRows(file);
const progress = createProgress(rows.length);
const client = connect({
  baseUrl: service,
  token,
  onRetry: ({ error }) =>
    progress.note(
      `${error.status >= 500 ? 'the service is busy' : 'the service is unavailable'}, trying again`,
    ),
  // Long enough for a restart of the service.
  giveUpAfterMs: 120_000,
});

const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Stopped.')));
// The program that reads the output, such as `head`, can exit first.
process.stdout.on('error', () => stop.abort(new Error('The output was closed.')));

/** The line of output for each row; empty for a failed row. @type {string[]} */
const lines = [];
let printed = 0;
let created = 0;
let failed = 0;
let next = 0;

process.stdout.write(formatCsv(['uri', 'smartlink']));
await Promise.all(Array.from({ length: CONCURRENCY }, processRows));
progress.clear();
// After a stop, links of later rows may exist although earlier rows are missing. They are printed here.
process.stdout.write(lines.slice(printed).join(''));
summarize();

/** Processes rows until none are left. Several calls run at the same time. */
async function processRows() {
  while (next < rows.length && !stop.signal.aborted) {
    const index = next++;
    const { row, fields, key } = rows[index];
    try {
      lines[index] = formatCsv([fields[0], await create(fields, key)]);
      created++;
      progress.note('');
    } catch (error) {
      if (!isRowError(error)) {
        // The other rows would fail too, so the run stops.
        stop.abort(error);
        return;
      }
      lines[index] = '';
      failed++;
      for (const text of issuesOf(error)) progress.line(`row ${row}: ${text}`);
    }
    print();
    progress.step();
  }
}

/** Checks the token and the address before any request. */
function connect(options) {
  try {
    return createServerClient(options);
  } catch ({ message }) {
    exitWithError(`${message}\n`);
  }
}

async function create(fields, idempotencyKey) {
  const [uri, coupon, limit] = fields;
  if (fields.length !== COLUMNS.length) {
    throw new RangeError(`must have ${COLUMNS.length} fields, not ${fields.length}.`);
  }
  const request = {
    uri,
    ...(coupon === '' ? {} : { metadata: { coupon } }),
    // Other text is sent unchanged, so that the service reports the error.
    ...(limit === '' ? {} : { redeemLimit: /^\d{1,15}$/.test(limit) ? Number(limit) : limit }),
  };
  const { smartlink } = await client.create(request, { idempotencyKey, signal: stop.signal });
  return smartlink;
}

/** Prints the completed rows in the order of the input. */
function print() {
  if (process.stdout.isTTY) progress.clear();
  while (printed < lines.length && lines[printed] !== undefined) {
    process.stdout.write(lines[printed++]);
  }
}

/** Returns whether the row itself is invalid. Other errors concern the network, the service or the token. */
function isRowError(error) {
  return (
    error instanceof RangeError || (isSmartlinkError(error) && [413, 422].includes(error.status))
  );
}

/** Returns the errors with their locations, for example `/redeem_limit must be at least 1.` */
function issuesOf({ message, errors }) {
  if (!errors?.length) return [message];
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

function summarize() {
  const writeLine = (text) => process.stderr.write(`${text}\n`);
  writeLine(`${created} of ${rows.length} links exist.`);
  if (failed > 0) writeLine(`${failed} ${failed === 1 ? 'row' : 'rows'} failed; see above.`);
  if (stop.signal.aborted) {
    writeLine(`${stop.signal.reason.message}`);
    writeLine('Run it again within 24 hours: no link is created twice.');
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
    const { service: address, 'token-env': name, run: runName } = values;
    if (positionals.length !== 1 || !address || !name) throw new Error('An argument is missing.');
    if (!process.env[name]) throw new Error(`The environment variable ${name} is empty.`);
    return { file: positionals[0], service: address, token: process.env[name], run: runName };
  } catch (error) {
    exitWithError(`${error.message}\n\n${USAGE}`);
  }
}

/** Returns the rows of the file with their idempotency keys. Exits if the file cannot be read. */
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
    exitWithError(`${path}: ${error.message}\n`);
  }
}

/**
 * Returns the idempotency key of a row. It depends on the content of the row and the number of equal rows
 * before it, not on its position or the rest of the file: if you correct or add a row, the other rows keep
 * their keys, and the next run creates only what is missing. All server tokens of an app share its keys, so
 * the run can have another token.
 */
function keyOf(content, nth) {
  return createHash('sha256')
    .update(JSON.stringify(['node-create', run, content, nth]))
    .digest('hex');
}

function exitWithError(message) {
  process.stderr.write(message);
  process.exit(2);
}
