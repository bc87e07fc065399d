import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { openWriter } from '../src/storage/sqlite/driver.ts';
import { temporaryFolder } from './harness.ts';
import {
  accepts,
  addressIn,
  eventually,
  freePort,
  serve,
  serveHere,
  type Running,
} from './processes.ts';

// What valid settings do. settings-addresses.test.ts tests the two addresses,
// settings-refused.test.ts invalid values.

describe('HOST', () => {
  // An address of this machine that is not the default.
  const outside =
    Object.values(networkInterfaces())
      .flat()
      .find((found) => found?.family === 'IPv4' && !found.internal)?.address ?? '127.0.0.2';

  it('without a value restricts the service to this machine', async () => {
    const { url } = await serveHere();
    assert.equal(await accepts(url), true);
    assert.equal(await accepts(url.replace('127.0.0.1', outside)), false);
  });

  it('0.0.0.0 makes it available to the network', async () => {
    const { url } = await serveHere({ HOST: '0.0.0.0' });
    assert.equal(await accepts(url), true);
    assert.equal(await accepts(url.replace('127.0.0.1', outside)), true);
  });
});

describe('PORT', () => {
  it('is the port of the service', async () => {
    const port = await freePort();
    const service = await serve({ PORT: String(port) });
    assert.equal(service.url, `http://127.0.0.1:${port}`);
    assert.equal((await service.send('/health/live')).status, 200);
  });
});

describe('DATABASE_URL', () => {
  it('names the file, and its folder is created', async () => {
    const file = join(temporaryFolder(), 'deep/down/links.db');
    await serveHere({ DATABASE_URL: `sqlite:${file}` });
    assert.ok(existsSync(file));
  });

  it('can be read from the file in DATABASE_URL_FILE', async () => {
    const folder = temporaryFolder();
    const secret = join(folder, 'database-url');
    writeFileSync(secret, `sqlite:${join(folder, 'from-secret.db')}\n`);
    await serveHere({ DATABASE_URL: '', DATABASE_URL_FILE: secret });
    assert.ok(existsSync(join(folder, 'from-secret.db')));
  });
});

interface LogLine {
  readonly route?: string;
  readonly status?: number;
  readonly network?: string;
}

/** Returns the log lines of the requests, once there are `count`. */
async function logged(service: Running, count: number): Promise<LogLine[]> {
  const lines = (): string[] => service.errors().split('\n').slice(0, -1);
  await eventually(`${count} lines in the log`, () => lines().length >= count);
  return lines().map((line) => JSON.parse(line) as LogLine);
}

describe('LOG_LEVEL', () => {
  it('debug writes a line for each request of the API on standard error, without tokens', async () => {
    const service = await serve({ LOG_LEVEL: 'debug' });
    await service.create('https://shop.example/5');
    const [line] = await logged(service, 1);
    assert.equal(line?.route, '/v2/smartlinks');
    assert.equal(line?.status, 201);
    assert.doesNotMatch(service.errors(), /sl_server_/);
  });

  it('warn writes nothing about requests', async () => {
    const service = await serve({ LOG_LEVEL: 'warn' });
    await service.create('https://shop.example/5');
    assert.equal(await service.stop(), 0);
    assert.equal(service.errors(), '');
  });
});

describe('CODE_LENGTH', () => {
  for (const length of [6, 32]) {
    it(`${length} creates codes of ${length} characters`, async () => {
      const service = await serveHere({ CODE_LENGTH: String(length) });
      const address = await addressIn(await service.create('https://shop.example/x'));
      const code = new URL(address).pathname.slice(1);
      assert.equal(code.length, length);
      assert.equal((await service.send(`/${code}`)).status, 302);
    });
  }
});

describe('TRUSTED_PROXIES', () => {
  for (const [value, network] of [
    ['', '127.0.0'],
    ['10.0.0.0/8', '127.0.0'],
    ['loopback', '203.0.113'],
    ['10.0.0.0/8, 127.0.0.1', '203.0.113'],
  ] as const) {
    it(`"${value}": a request through 127.0.0.1 comes from ${network}`, async () => {
      const lines: string[] = [];
      const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
      const service = await serveHere({ TRUSTED_PROXIES: value }, { log });
      await service.send('/openapi.json', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      const logLine = (): string | undefined =>
        lines.find((line) => line.includes('/openapi.json'));
      await eventually('a line in the log', () => logLine() !== undefined);
      assert.equal((JSON.parse(logLine() ?? '') as LogLine).network, network);
    });
  }
});

describe('CACHE_MEGABYTES', () => {
  for (const [megabytes, kept] of [
    ['1', false],
    ['64', true],
  ] as const) {
    it(`${megabytes}: a link opened 400 long links ago is ${kept ? 'still' : 'no longer'} cached`, async () => {
      const service = await serveHere({ CACHE_MEGABYTES: megabytes });
      const open = async (address: string): Promise<number> =>
        (await service.send(new URL(address).pathname)).status;
      const first = await addressIn(await service.create('https://shop.example/first'));
      assert.equal(await open(first), 302);
      const links = Array.from({ length: 400 }, async (_, i) =>
        addressIn(await service.create(`https://shop.example/${i}/${'x'.repeat(2000)}`)),
      );
      for (const address of await Promise.all(links)) assert.equal(await open(address), 302);
      // The row is deleted directly, so the link opens only if it is cached.
      const store = openWriter(service.file);
      store.prepare('delete from links where code = ?').run(first.split('/').at(-1) ?? '');
      store.close();
      assert.equal(await open(first), kept ? 302 : 404);
    });
  }
});

describe('MISSES_PER_MINUTE', () => {
  const ask = async (missesPerMinute: string): Promise<number[]> => {
    const service = await serveHere({ MISSES_PER_MINUTE: missesPerMinute });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const headers = { authorization: `Token ${service.webToken}` };
      statuses.push((await service.send('/client/v1/smartlinks/BCDFGHJK', { headers })).status);
    }
    return statuses;
  };

  it('is how many unknown codes a platform token may request', async () => {
    assert.deepEqual(await ask('2'), [404, 404, 429, 429]);
  });

  it('0 means no limit', async () => {
    assert.deepEqual(await ask('0'), [404, 404, 404, 404]);
  });
});

for (const [setting, path, what] of [
  ['OPENS_PER_MINUTE', '/client/v1/opens', 'opened apps a platform token may report'],
  ['REDEMPTIONS_PER_MINUTE', '/client/v1/redemptions', 'redemptions a platform token may request'],
] as const) {
  describe(setting, () => {
    const report = async (perMinute: string): Promise<number[]> => {
      const service = await serveHere({ [setting]: perMinute });
      const headers = {
        authorization: `Token ${service.webToken}`,
        'content-type': 'application/json',
      };
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const answer = await service.send(path, {
          method: 'POST',
          headers,
          body: '{}',
        });
        statuses.push(answer.status);
      }
      return statuses;
    };

    it(`is how many ${what} from a network`, async () => {
      assert.deepEqual(await report('2'), [422, 422, 429, 429]);
    });

    it('0 means no limit', async () => {
      assert.deepEqual(await report('0'), [422, 422, 422, 422]);
    });
  });
}

describe('PLATFORM_CREATES_PER_MINUTE, for a network and for a token', () => {
  for (const name of ['PLATFORM_CREATES_PER_MINUTE', 'PLATFORM_CREATES_PER_MINUTE_PER_TOKEN']) {
    const create = async (perMinute: string): Promise<number[]> => {
      const service = await serveHere({ [name]: perMinute });
      const headers = {
        authorization: `Token ${service.webToken}`,
        'content-type': 'application/json',
      };
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const body = '{"uri":"a"}';
        const answer = await service.send('/v2/smartlinks', { method: 'POST', headers, body });
        statuses.push(answer.status);
      }
      return statuses;
    };

    it(`${name} is how many links a platform token may create`, async () => {
      assert.deepEqual(await create('2'), [201, 201, 429, 429]);
    });

    it(`${name}: 0 means no limit`, async () => {
      assert.deepEqual(await create('0'), [201, 201, 201, 201]);
    });
  }
});
