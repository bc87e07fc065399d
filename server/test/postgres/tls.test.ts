import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { StoreUnavailable } from '../../src/storage/database.ts';
import { smartlink, spawnService, startService, temporaryFolder } from '../harness.ts';
import { eventually } from '../processes.ts';
import { openDatabaseReader } from '../store.ts';
import { certificateAuthority } from './certificates.ts';
import { ownServer, type OwnServer } from './own-server.ts';
import { assertEncrypted, recorderBefore, SSL_REQUEST } from './recorder.ts';

const folder = temporaryFolder();
const inFolder = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

// A module that resolves hosts named `….test` to this machine, as /etc/hosts would.
const HOSTS = inFolder(
  'hosts.mjs',
  `import dns from 'node:dns';
  const { lookup } = dns;
  dns.lookup = (host, ...rest) => lookup(/[.]test[.]?$/.test(host) ? '127.0.0.1' : host, ...rest);`,
);
const NODE_OPTIONS = `--import=${HOSTS}`;

const authority = certificateAuthority('ours');
const OURS = inFolder('ours.pem', authority.cert);
const ANOTHER = inFolder('another.pem', certificateAuthority('another').cert);
const ENCRYPTED = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';

describe('TLS to PostgreSQL', () => {
  let server: OwnServer;
  before(async () => {
    await import(HOSTS);
    server = await ownServer({ tls: authority.issue('db.shop.test') });
  });

  /** Returns an address of the server with this host. */
  const at = (host: string, query = '', port = Number(new URL(server.url).port)): string =>
    `postgres://postgres:secret@${host}:${port}/postgres${query}`;

  async function isEncrypted(url: string): Promise<boolean | undefined> {
    const store = openDatabaseReader(url);
    try {
      return (await store.rows<{ ssl: boolean }>(ENCRYPTED))[0]?.ssl;
    } finally {
      await store.close();
    }
  }

  it('with a configured authority encrypts everything that the service sends', async () => {
    const recorder = await recorderBefore(server.url);
    const DATABASE_URL = at('db.shop.test', `?sslrootcert=${OURS}`, recorder.port);
    const service = await startService({ DATABASE_URL });
    assert.equal((await service.create({ uri: 'https://shop.example/' })).status, 201);
    const store = openDatabaseReader(server.url);
    let connections: { ssl: boolean }[] = [];
    await eventually('the pool and the listener are connected', async () => {
      connections = await store.rows<{ ssl: boolean }>(
        `select ssl from pg_stat_ssl join pg_stat_activity using (pid)
        where application_name = 'smartlink' and pid <> pg_backend_pid()`,
      );
      return connections.length >= 2;
    });
    await store.close();
    assert.ok(connections.every(({ ssl }) => ssl));
    assert.ok(recorder.sent.length >= 2);
    for (const bytes of recorder.sent) assertEncrypted(bytes);
  });

  const REFUSED: readonly [why: string, host: string, query: string, advice: RegExp][] = [
    ['an unknown authority', 'db.shop.test', '', /name the authority .*sslrootcert/],
    ['another authority', 'db.shop.test', `?sslrootcert=${ANOTHER}`, /name the authority/],
    ['another host', 'other.shop.test', `?sslrootcert=${OURS}`, /use a host name in DATABASE_URL/],
    ['sslmode=require, which is no less', 'db.shop.test', '?sslmode=require', /name the authority/],
    ['an sslmode that is empty', 'db.shop.test', '?sslmode=', /name the authority/],
    ['a host behind the ?', 'localhost', '?host=db.shop.test', /name the authority/],
  ];
  for (const [why, host, query, advice] of REFUSED) {
    it(`rejects ${why}, prints what to do, and sends nothing in clear text`, async () => {
      const { port, sent } = await recorderBefore(server.url);
      await assert.rejects(isEncrypted(at(host, query, port)), (error) => {
        assert.ok(error instanceof StoreUnavailable);
        assert.deepEqual([error.reason, error.unknown], ['PG_TLS', false]);
        assert.match(error.message, advice);
        return true;
      });
      assert.equal(sent.length, 1);
      for (const bytes of sent) assertEncrypted(bytes);
    });
  }

  it('rejects a server without TLS after the first message', async () => {
    const plain = await ownServer();
    const { port, sent } = await recorderBefore(plain.url);
    await assert.rejects(isEncrypted(at('db.shop.test', '', port)), /enable TLS on the server/);
    assert.deepEqual(sent, [SSL_REQUEST]);
  });

  it('is not used if the address says so, or on this machine', async () => {
    assert.equal(await isEncrypted(at('db.shop.test', '?sslmode=disable')), false);
    for (const host of ['localhost', '127.0.0.1']) assert.equal(await isEncrypted(at(host)), false);
  });

  it('errors are reported by commands', async () => {
    const environment = {
      DATABASE_URL: at('other.shop.test', `?sslrootcert=${OURS}`),
      NODE_OPTIONS,
    };
    const { code, stderr } = await smartlink(['doctor'], environment);
    assert.equal(code, 3);
    assert.match(stderr, /DATABASE_URL.*other\.shop\.test.*use a host name/);
    assert.doesNotMatch(stderr, /secret/);
  });

  it('errors at the start are logged, and the service retries until they are fixed', async () => {
    const file = join(folder, 'later.pem');
    const DATABASE_URL = at('db.shop.test', `?sslrootcert=${file}`);
    const service = await spawnService({ DATABASE_URL, NODE_OPTIONS });
    const ready = async () => (await fetch(`${service.url}/health/ready`)).status;
    assert.equal(await ready(), 503);
    await eventually('the log names the file', () =>
      /retrying \(DATABASE_URL\)[^]*later\.pem|later\.pem[^]*retrying \(DATABASE_URL\)/.test(
        service.errors(),
      ),
    );
    inFolder('later.pem', certificateAuthority('yet another').cert);
    await eventually('the log says how to fix it', async () => {
      await ready();
      return service.errors().includes('name the authority');
    });
    inFolder('later.pem', authority.cert);
    await eventually('it is ready', async () => (await ready()) === 200);
    assert.equal(await service.stop(), 0);
  });
});
