import assert from 'node:assert/strict';
import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { get, request as send, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { startService, type Service } from '../harness.ts';
import { FROM_HERE, memberOf } from '../manage/people.ts';

test('a client that disconnects during an export is no error of the service', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const service = await startService({}, { log });
  const metadata = { text: 'x'.repeat(15_000) };
  const links = Array.from({ length: 400 }, (_, index) => ({ uri: `p/${index}`, metadata }));
  for (let from = 0; from < links.length; from += 50) {
    const body = { links: links.slice(from, from + 50) };
    assert.equal(
      (await service.request('POST', '/manage/v1/smartlinks/bulk', { body })).status,
      200,
    );
  }
  const url = new URL('/manage/v1/smartlinks/export', service.url);
  const headers = { authorization: `Token ${service.owner.tokens.server}` };
  const request = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'data');
  response.destroy();
  const whole = await service.request('GET', url.pathname);
  assert.equal(whole.text.trimEnd().split('\n').length, 1 + links.length);
  assert.deepEqual(lines, []);
});

/**
 * Sends a request, and disconnects while the service reads the row of this column. The service continues when its side
 * of the connection is closed.
 */
async function disconnectDuring(
  service: Service,
  column: string,
  method: string,
  path: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body?: object },
): Promise<void> {
  const { db } = service.app.ctx;
  const lookUp = db.lookUp.bind(db);
  const sockets: Socket[] = [];
  const note = (message: unknown): void =>
    void sockets.push((message as { readonly socket: Socket }).socket);
  subscribe('http.server.request.start', note);
  const request = send(new URL(path, service.url), { method, headers, agent: false });
  request.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    db.lookUp = async (sql, by, key) => {
      if (by === column) {
        db.lookUp = lookUp;
        const [socket] = sockets;
        assert.ok(socket);
        // `once` of `node:events` would fail with the error of the reset.
        const ended = new Promise((done) => void socket.once('close', done));
        request.socket?.resetAndDestroy();
        await ended;
        resolve();
      }
      return lookUp(sql, by, key);
    };
  });
  request.end(body && JSON.stringify(body));
  await closed;
  unsubscribe('http.server.request.start', note);
}

test('a client that disconnects before its address is needed is no error of the service', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const service = await startService({}, { log });
  const rules = [
    { when: { percent: { below: 50 } }, routes: { web: { link: 'https://shop.example/' } } },
  ];
  const created = await service.request('POST', '/manage/v1/smartlinks', {
    body: { uri: 'a', rules },
  });
  assert.equal(created.status, 201, created.text);
  const path = `/client/v1/smartlinks/${created.json.code}`;
  const headers = { authorization: `Token ${service.owner.tokens.web}` };
  await disconnectDuring(service, 'code', 'GET', path, { headers });
  // Answered after the first one has ended.
  assert.equal(
    (await service.request('GET', path, { token: service.owner.tokens.web })).status,
    200,
  );
  assert.deepEqual(lines, []);

  const { cookie } = await memberOf(service, 'ada@shop.example', 'viewer');
  const body = { email: 'ada@shop.example', password: 'not the password at all' };
  await disconnectDuring(service, 'digest', 'POST', '/manage/v1/sign-in', {
    headers: { ...FROM_HERE, cookie, 'content-type': 'application/json' },
    body,
  });
  while (lines.length === 0) await sleep(20);
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg),
    ['a sign-in failed'],
  );
});
