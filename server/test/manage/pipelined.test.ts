import { connect, type Socket } from 'node:net';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_STREAMS_OF_HOLDER } from '../../src/http/click-streams.ts';
import { MAX_EXPORTS } from '../../src/http/exports.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';

const STREAM = '/manage/v1/clicks/stream';
const EXPORT = '/manage/v1/smartlinks/export?format=ndjson';

describe('requests that wait behind a stream of the same connection', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  /** Sends all requests without waiting for a response. */
  function pipeline(paths: readonly string[]): Socket {
    const { hostname, port } = new URL(service.url);
    const token = service.owner.tokens.server;
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined).resume();
    for (const path of paths) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${token}\r\n\r\n`);
    }
    return socket;
  }

  for (const [what, waiting, probe] of [
    [
      'streams',
      Array.from({ length: MAX_STREAMS_OF_HOLDER - 1 }, () => STREAM),
      `${STREAM}?seconds=0`,
    ],
    ['exports', Array.from({ length: MAX_EXPORTS }, () => EXPORT), EXPORT],
  ] as const) {
    it(`leave the places of ${what} when the connection closes`, async () => {
      const status = async (): Promise<number> => (await service.request('GET', probe)).status;
      const sockets: Socket[] = [];
      // The probe takes a place for a moment, in which it must not be the one that is missing.
      await eventually('no free place', async () => {
        sockets.push(pipeline([STREAM, ...waiting]));
        await sleep(300);
        return (await status()) === 429;
      });
      for (const socket of sockets) socket.destroy();
      await eventually('a free place', async () => (await status()) === 200);
    });
  }
});
