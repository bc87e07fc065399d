import assert from 'node:assert/strict';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_ALL, MAX_OF_NETWORK, MAX_OWN } from '../../src/http/long-bodies.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';

const PATH = '/manage/v1/smartlinks/bulk';
/** Of a link that is not much longer than a short body. */
const LONG = { links: [{ uri: 'a', note: 'n'.repeat(500) }], padding: 'x'.repeat(70_000) };

describe('long bodies that arrive at the same time', () => {
  let service: Service;
  const tokens: string[] = [];
  before(async () => {
    service = await startService({ CLICKS: 'off', TRUSTED_PROXIES: 'loopback' });
    for (let n = 0; n <= MAX_ALL / MAX_OWN; n++) {
      const made = await createApp(service.app.ctx, `app-${n}`);
      tokens.push(made.tokens.server);
    }
  });

  /** Requests that are not complete, and were not refused. */
  const begun = new Set<ClientRequest>();

  /** An address for each app. */
  const addressOf = (token: string): string => `198.51.100.${tokens.indexOf(token)}`;

  /** Sends the head of a request and the beginning of its body. */
  function begin(token: string, from = addressOf(token)): void {
    const headers = {
      authorization: `Token ${token}`,
      'x-forwarded-for': from,
      'content-type': 'application/json',
      'content-length': 100_000,
    };
    const sent = httpRequest(new URL(PATH, service.url), { method: 'POST', headers });
    sent.on('error', () => begun.delete(sent));
    sent.on('response', () => begun.delete(sent));
    begun.add(sent);
    sent.write('{');
  }
  const codeOf = async (token: string, body: object, from = addressOf(token)): Promise<string> => {
    const sent = { token, body, headers: { 'x-forwarded-for': from } };
    const { status, json, headers } = await service.request('POST', PATH, sent);
    if (status !== 429) return String(status);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    return json.code as string;
  };

  it('are limited for an app, and for all', async () => {
    const [first = '', ...others] = tokens;
    const last = others.pop() ?? '';
    for (let n = 0; n < MAX_OWN + 2; n++) begin(first);
    await eventually('two are refused', () => begun.size === MAX_OWN);
    assert.equal(await codeOf(first, LONG), 'too_many_uploads');
    assert.equal(await codeOf(first, { links: [{ uri: 'short' }] }), '200');
    assert.equal(await codeOf(last, LONG), '422');

    for (const token of others) for (let n = 0; n < MAX_OWN; n++) begin(token);
    await eventually('all have as many as they can', async () => {
      return (await codeOf(last, LONG)) === 'too_many_uploads';
    });
    assert.equal(begun.size, MAX_ALL);
    for (const request of begun) request.destroy();
    await eventually('there is room again', async () => (await codeOf(first, LONG)) === '422');
    begun.clear();
  });

  it('are limited for a network', async () => {
    const from = '203.0.113.1';
    for (const token of tokens.slice(0, 2)) for (let n = 0; n < MAX_OWN; n++) begin(token, from);
    const third = tokens[2] ?? '';
    for (let n = 0; n < 2; n++) begin(third, from);
    await eventually('two are refused', () => begun.size === MAX_OF_NETWORK);
    assert.equal(await codeOf(third, LONG, from), 'too_many_uploads');
    assert.equal(await codeOf(third, LONG), '422');
    for (const request of begun) request.destroy();
    await eventually('there is room', async () => (await codeOf(third, LONG, from)) === '422');
  });
});
