import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll } from '../leftovers.ts';

/** A proxy that records what clients send to a server, as an attacker on the network could. */
export interface Recorder {
  readonly port: number;
  /** The bytes of each connection so far. */
  readonly sent: Buffer[];
}

export async function recorderBefore(url: string): Promise<Recorder> {
  const sent: Buffer[] = [];
  const target = Number(new URL(url).port);
  const server = createServer((client) => {
    const index = sent.push(Buffer.alloc(0)) - 1;
    const upstream = connect(target, '127.0.0.1');
    client.on('data', (bytes) => (sent[index] = Buffer.concat([sent[index] as Buffer, bytes])));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    afterAll(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close());
  return { port: (server.address() as AddressInfo).port, sent };
}

/** The request for TLS. It contains no data. */
export const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Asserts that everything after the request for TLS consists of TLS records. */
export function assertEncrypted(bytes: Buffer): void {
  assert.deepEqual(bytes.subarray(0, 8), SSL_REQUEST);
  let at = 8;
  while (at < bytes.length) {
    const kind = bytes.readUInt8(at);
    assert.ok(kind >= 20 && kind <= 23 && bytes.readUInt8(at + 1) === 3, `a record at byte ${at}`);
    at += 5 + bytes.readUInt16BE(at + 3);
  }
  assert.equal(at, bytes.length);
}
