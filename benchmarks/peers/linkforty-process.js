import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** LinkForty Core as its README starts it, without a log line for each request. */

const [checkout, databaseUrl] = process.argv.slice(2);
const { createServer } = await import(pathToFileURL(join(checkout, 'dist', 'index.js')).href);
const { REDIS_URL } = process.env;
const server = await createServer({
  database: { url: databaseUrl },
  ...(REDIS_URL ? { redis: { url: REDIS_URL } } : {}),
  logger: false,
});
process.stdout.write(`listening on ${await server.listen({ port: 0, host: '127.0.0.1' })} \n`);
