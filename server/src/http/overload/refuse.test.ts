import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Overload } from './overload.ts';
import { refuseAt, refusePageAt } from './refuse.ts';

/** A server in a turn of the event loop that has received requests for a second, by a clock of its own. */
function overloadedServer(): FastifyInstance {
  let now = 0;
  const overload = new Overload(
    { warn: () => undefined },
    () => now,
    () => now,
  );
  const gate = overload.gate('reads');
  for (; now < 1000; now += 10) overload.arrive();
  const ctx = { own: () => ({ baseUrl: 'https://go.shop.example' }) } as Context;
  const server = Fastify();
  server.post('/api', { onRequest: refuseAt(ctx, gate) }, () => assert.fail('it was accepted'));
  server.get('/page', { onRequest: refusePageAt(gate) }, () => assert.fail('it was accepted'));
  return server;
}

describe('a refused request', () => {
  it('to the API gets a problem, and its connection stays open', async () => {
    const answer = await overloadedServer().inject({ method: 'POST', url: '/api', body: { a: 1 } });
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers['retry-after'], '1');
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    assert.notEqual(answer.headers.connection, 'close');
    assert.deepEqual(answer.json(), {
      type: 'https://go.shop.example/docs/errors#overloaded',
      title: 'Too many requests are waiting',
      status: 503,
      detail: 'The service is overloaded. Nothing was stored.',
      code: 'overloaded',
    });
  });

  for (const [name, headers] of [
    ['a long body', { 'content-length': '65537' }],
    ['a body of unknown length', { 'transfer-encoding': 'chunked' }],
  ] as const) {
    it(`with ${name} ends its connection`, async () => {
      const server = overloadedServer();
      const answer = await server.inject({ method: 'POST', url: '/api', headers });
      assert.deepEqual([answer.statusCode, answer.headers.connection], [503, 'close']);
    });
  }

  it('for a page gets the same page each time, in the language of the visitor', async () => {
    const server = overloadedServer();
    const ask = (language: string) =>
      server.inject({ url: '/page', headers: { 'accept-language': language } });
    const [first, second, other] = [await ask('de'), await ask('de-AT'), await ask('fr')];
    assert.equal(first.statusCode, 503);
    assert.equal(first.headers['retry-after'], '1');
    assert.match(String(first.headers['content-type']), /^text\/html/);
    assert.match(first.body, /<html lang="de"/);
    assert.equal(second.body, first.body);
    assert.match(other.body, /<html lang="fr"/);
  });
});
