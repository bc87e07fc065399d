import assert from 'node:assert/strict';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_ALL, MAX_OWN } from '../../src/http/long-bodies.ts';
import { startService, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';

const PATH = '/manage/v1/smartlinks/bulk';
/** Of a link that is not much longer than a short body. */
const LONG = { links: [{ uri: 'a', note: 'n'.repeat(500) }], padding: 'x'.repeat(70_000) };

describe('long bodies that arrive at the same time', () => {
  let service: Service;
  const tokens: string[] = [];
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    for (let n = 0; n <= MAX_ALL / MAX_OWN; n++) {
      const made = await createApp(service.app.ctx, `app-${n}`);
      tokens.push(made.tokens.server);
    }
  });

  /** Requests that are not complete, and were not refused. */
  const begun = new Set<ClientRequest>();

  /** Sends the head of a request and the beginning of its body. */
  function begin(token: string): void {
    const headers = {
      authorization: `Token ${token}`,
      'content-type': 'application/json',
      'content-length': 100_000,
    };
    const sent = httpRequest(new URL(PATH, service.url), { method: 'POST', headers });
    sent.on('error', () => begun.delete(sent));
    sent.on('response', () => begun.delete(sent));
    begun.add(sent);
    sent.write('{');
  }
  const send = (token: string, body: object) => service.request('POST', PATH, { token, body });
  const codeOf = async (token: string, body: object): Promise<string> => {
    const { status, json, headers } = await send(token, body);
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
  });
});
