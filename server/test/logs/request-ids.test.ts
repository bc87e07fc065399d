import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { pino } from 'pino';
import { LOG_OPTIONS } from '../../src/log.ts';
import { startService, type Service } from '../harness.ts';

interface Line {
  readonly msg: string;
  readonly request_id?: string;
}

const lines: Line[] = [];
const log = pino(
  { ...LOG_OPTIONS },
  { write: (line) => void lines.push(JSON.parse(line) as Line) },
);
let broken = false;
const now = (): number => {
  if (broken && /open-link|\/http\/auth\./.test(new Error('clock').stack ?? ''))
    throw new Error('no time');
  return Date.now();
};

for (const trusted of [true, false]) {
  describe(`the id of a failed request, ${trusted ? 'from a trusted proxy' : 'from anyone'}`, () => {
    let service: Service;
    let code: string;
    before(async () => {
      broken = false;
      service = await startService(trusted ? { TRUSTED_PROXIES: 'loopback' } : {}, { now, log });
      ({ code } = await service.create({ uri: 'https://shop.example/1' }));
      // A change of another link: the caches of tokens and visits are not filled by this.
      broken = true;
    });

    const fail = async (path: string, sent?: string) => {
      lines.length = 0;
      const answer = await fetch(`${service.url}${path}`, {
        headers: {
          authorization: `Token ${service.owner.tokens.web}`,
          ...(sent !== undefined && { 'x-request-id': sent }),
        },
      });
      assert.equal(answer.status, 500);
      const [logged] = lines.filter(({ request_id }) => request_id !== undefined);
      return { answer, id: logged?.request_id ?? '', text: await answer.text() };
    };

    it('is on the page, in the header and in the log of a visit', async () => {
      const { answer, id, text } = await fail(`/${code}`);
      assert.match(id, /^[\da-f]{8}-\w+$/);
      assert.equal(answer.headers.get('x-request-id'), id);
      assert.ok(text.includes(`<bdi>${id}</bdi>`));
      assert.notEqual((await fail(`/${code}`)).id, id);
    });

    it('is in the document, in the header and in the log of an API request', async () => {
      const { answer, id, text } = await fail(`/v2/smartlinks/${code}`);
      assert.equal(answer.headers.get('x-request-id'), id);
      assert.equal((JSON.parse(text) as Line).request_id, id);
    });

    for (const path of ['', '/v2/smartlinks/']) {
      it(`is ${trusted ? '' : 'not '}the one that was sent: ${path}/…`, async () => {
        const sent = '0af7651916cd43dd8448eb211c80319c';
        const { id } = await fail(path === '' ? `/${code}` : `${path}${code}`, sent);
        assert.equal(id === sent, trusted);
      });

      it(`is not what has another form: ${path}/…`, async () => {
        for (const sent of ['short', 'a'.repeat(65), '203.0.113.77', `sl_web_${'a'.repeat(40)}`]) {
          const { id } = await fail(path === '' ? `/${code}` : `${path}${code}`, sent);
          assert.match(id, /^[\da-f]{8}-\w+$/);
        }
      });
    }
  });
}

describe('a response without a failure', () => {
  it('has no request id', async () => {
    broken = false;
    const service = await startService({}, { log });
    for (const path of ['/BCDFGHJK', '/v2/smartlinks/BCDFGHJK', '/health/live']) {
      const { headers, text } = await service.request('GET', path);
      assert.equal(headers.get('x-request-id'), null, path);
      assert.ok(!text.includes('request_id'));
    }
  });
});
