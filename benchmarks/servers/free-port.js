import { createServer } from 'node:net';

/** Returns a free port, for servers that cannot choose one themselves. */
export async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
