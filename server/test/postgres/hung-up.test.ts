import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { it } from 'node:test';
import { StoreUnavailable } from '../../src/storage/database.ts';
import { afterAll } from '../leftovers.ts';
import { openDatabaseReader } from '../store.ts';

/** A message of PostgreSQL: its type, its length and its content. */
function message(kind: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(content, 'latin1')]);
}

/** Messages of a server that ends during the handshake. They may arrive together. */
const WELCOME_AND_GOODBYE = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('Z', 'I'),
  message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'),
]);

it('a server that closes the connection during the handshake counts as unavailable', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(WELCOME_AND_GOODBYE));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  const store = openDatabaseReader(`postgres://smartlink@127.0.0.1:${port}/smartlink`);
  await assert.rejects(store.rows('select 1'), StoreUnavailable);
  await store.close();
});
