import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { pino } from 'pino';
import { startService } from '../harness.ts';

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
