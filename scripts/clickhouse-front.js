import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { join } from 'node:path';

// ClickHouse for the tests: npm's `chdb` runs the database in this process, and this file serves the part of
// ClickHouse's HTTP interface that `@clickhouse/client` uses. It prints its port, and ends with its parent.
// node clickhouse-front.js <folder with node_modules> <folder for the data>

const [home = '', data = ''] = process.argv.slice(2);
const { Session } = createRequire(join(home, 'x.js'))('chdb');
const session = new Session(data);
/** Parameters of a request that are no settings. */
const NO_SETTINGS = new Set(['query', 'query_id', 'database', 'default_format', 'session_id']);
const DATABASE = /^\w+$/;

let last = Promise.resolve();
let database = '';

/** Runs a request after those before it: its settings are those of the only session. */
function inOrder(work) {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

/** @param {URLSearchParams} parameters @param {Buffer} body */
async function execute(parameters, body) {
  const wanted = parameters.get('database') ?? 'default';
  if (wanted !== database) {
    if (!DATABASE.test(wanted)) throw new Error('not a name of a database');
    await session.queryAsync(`use ${wanted}`);
    database = wanted;
  }
  await setAll(new Map([...parameters].filter(([name]) => !NO_SETTINGS.has(name))));
  const query = parameters.get('query');
  const sql = query === null ? body.toString() : `${query}\n${body.toString()}`;
  return (await session.queryAsync(sql)).bytes();
}

/** The settings and parameters of the session: most requests have those of the one before, and each change is a query. */
const current = new Map();

/** @param {Map<string, string>} wanted */
async function setAll(wanted) {
  const changed = [...wanted].filter(([name, value]) => current.get(name) !== value);
  // Parameters have no default; a query names those that it uses.
  const ended = [...current.keys()].filter((name) => !wanted.has(name) && !isParameter(name));
  const set = [
    ...changed.map(([name, value]) => `${name} = ${quoted(name, value)}`),
    ...ended.map((name) => `${name} = default`),
  ];
  if (set.length === 0) return;
  await session.queryAsync(`set ${set.join(', ')}`);
  for (const [name, value] of changed) current.set(name, value);
  for (const name of ended) current.delete(name);
}

const isParameter = (name) => name.startsWith('param_');

function quoted(name, value) {
  // A number in quotes is no value of every setting.
  if (!isParameter(name) && /^\d+(\.\d+)?$/.test(value)) return value;
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  if (pathname === '/ping') return void response.end('Ok.\n');
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    inOrder(() => execute(searchParams, Buffer.concat(chunks))).then(
      (bytes) => response.end(bytes),
      (error) => {
        const [, code = '0'] = /Code: (\d+)/.exec(error.message) ?? [];
        response.writeHead(500, { 'x-clickhouse-exception-code': code });
        response.end(error.message);
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
// The input ends with the parent.
process.stdin.on('end', () => process.exit()).resume();
