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

  /** Sends the head of a request and the beginning of its body, and resolves when the service has received it. */
  async function begin(token: string): Promise<ClientRequest> {
    const headers = {
      authorization: `Token ${token}`,
      'content-type': 'application/json',
      'content-length': 100_000,
      // The service answers when it has checked the head.
      expect: '100-continue',
    };
    const sent = httpRequest(new URL(PATH, service.url), { method: 'POST', headers });
    sent.on('error', () => undefined);
    await new Promise((resolve) => {
      sent.once('continue', resolve);
      sent.flushHeaders();
    });
    sent.write('{');
    return sent;
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
    const own = await Promise.all(Array.from({ length: MAX_OWN }, () => begin(first)));
    await eventually('the app has as many as it can', async () => {
      return (await codeOf(first, LONG)) === 'too_many_uploads';
    });
    assert.equal(await codeOf(first, { links: [{ uri: 'short' }] }), '200');
    assert.equal(await codeOf(last, LONG), '422');

    const more = await Promise.all(
      others.flatMap((token) => Array.from({ length: MAX_OWN }, () => begin(token))),
    );
    await eventually('all have as many as they can', async () => {
      return (await codeOf(last, LONG)) === 'too_many_uploads';
    });
    for (const request of [...own, ...more]) request.destroy();
    await eventually('there is room again', async () => (await codeOf(first, LONG)) === '422');
  });
});
