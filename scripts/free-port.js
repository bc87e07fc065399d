import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems choose ports above these for connections, and for a server that leaves the choice to them. */
const [FIRST_PORT, LAST_PORT] = [15_000, 32_000];

/**
 * A port of loopback for a server that must know it in advance. No system gives it to another process, also while the
 * server is stopped.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const server = createServer();
    const isFree = await new Promise((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}
