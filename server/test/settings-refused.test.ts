import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS, type Environment } from '../src/config.ts';
import { smartlink, temporaryFolder, type Ran } from './harness.ts';
import { failedStart } from './processes.ts';

// An invalid setting ends the start with exit code 2 and one line that names it.

const REFUSED: Record<keyof typeof SETTINGS, readonly string[]> = {
  HOST: ['http://127.0.0.1', '127.0.0.1:8080', 'two words', '300.1.1.1', '-x', 'fe80::1%eth0'],
  PORT: ['-1', '65536', '80.5', '0x50'],
  BASE_URL: [
    'shop.example',
    'ftp://shop.example',
    'https://',
    'https://user:pw@shop.example',
    'https://shop.example?x=1',
    'https://shop.example/#top',
    // Smart links below this path would conflict with the service's own paths.
    'https://shop.example/v2',
  ],
  SMARTLINK_BASE: [
    'go.shop.example',
    'myapp://links',
    'https://go.shop.example/docs',
    'https://go.shop.example/v2/x',
    'https://go.shop.example/?a',
  ],
  DATABASE_URL: [
    'sqlite:',
    '/var/lib/smartlink.db',
    'file:smartlink.db',
    'redis://h/1',
    'postgres://',
    'sqlite:smartlink.db\r',
    'postgres://h/db\n',
  ],
  // The database of these tests is on SQLite.
  DATABASE_REPLICA_URLS: [
    'postgres://10.0.0.2/links',
    'sqlite:links.db',
    'db.shop.example',
    'postgres://10.0.0.2/links,redis://h/1',
    'postgres://app:a#b@10.0.0.2/links',
    Array.from({ length: 17 }, () => 'postgres://10.0.0.2/links').join(),
  ],
  DATABASE_POOL_SIZE: ['0', '1001', 'many'],
  DATABASE_TIMEOUT_SECONDS: ['0', '601', '1.5'],
  DATABASE_PREPARED_STATEMENTS: ['yes', '1', 'ON'],
  LOG_LEVEL: ['loud', 'INFO'],
  LOG_FORMAT: ['JSON', 'pretty'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317'],
  OTEL_EXPORTER_OTLP_HEADERS: ['api-key', 'a b=c', 'a=%zz'],
  OTEL_SERVICE_NAME: ['x'.repeat(256)],
  OTEL_TRACES_SAMPLER: ['always', 'jaeger_remote'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half'],
  ACCESS_LOG: ['yes', 'ON', 'stdout'],
  METRICS_PORT: ['-1', '65536', 'on'],
  METRICS_HOST: ['a b', 'http://127.0.0.1'],
  METRICS_TOKEN: ['short', 'a token with some spaces', 'täglich-zwanzig-zeichen'],
  CODE_LENGTH: ['5', '33', '8.5'],
  TRUSTED_PROXIES: ['10.0.0.0/99', 'everyone', '1'],
  TRUST_FORWARDED_HOST: ['yes', '1', 'on'],
  DNS_SERVERS: ['dns.example', '10.0.0.53:0', '10.0.0.53:65536', '10.0.0.53/24', '::1%eth0'],
  CACHE_MEGABYTES: ['0', '65537', '1.5', '64MB'],
  CACHE_MAX_AGE_SECONDS: ['0', '86401', 'never'],
  WORKERS: ['0', '257', 'all'],
  SHUTDOWN_DELAY_SECONDS: ['-1', '601', '0.5', '5s'],
  MISSES_PER_MINUTE: ['-1', '1.5', 'many', '1000001'],
  PLATFORM_CREATES_PER_MINUTE: ['-1', '1.5', 'many', '1000001'],
  PLATFORM_CREATES_PER_MINUTE_PER_TOKEN: ['-1', '1.5', 'many', '1000001'],
  OPENS_PER_MINUTE: ['-1', '1.5', 'many', '1000001'],
  REDEMPTIONS_PER_MINUTE: ['-1', '1.5', 'many', '1000001'],
  BACKUP_FOLDER: [fileURLToPath(import.meta.url)],
  BACKUP_HOURS: ['0', '721', '1.5', 'daily'],
  BACKUP_KEEP: ['0', '1001', 'all'],
  CLICKS: ['yes', '1', 'ON'],
  CLICKS_URL: [
    'sqlite:',
    'clicks.db',
    'clickhouse://',
    'clickhouse://h/a/b',
    'clickhouse://h/db?x=1',
    'clickhouse://%zz@h/',
    'postgres://',
  ],
  WEBHOOK_PRIVATE_TARGETS: ['yes', 'true', '1', 'ON'],
  WEBHOOK_LOG_DAYS: ['3', '366', '30.5', 'always'],
  RESTORE_DAYS: ['-1', '3651', '1.5', 'never'],
  CLICKS_RAW_DAYS: ['-1', '3651', '1.5', 'all'],
  CLICKS_MONTHS: ['0', '121', '1.5', 'all'],
  CLICKS_RESPECT_GPC: ['yes', '0', 'OFF'],
  CLICKS_COUNTRY_FILE: ['/no/such/file', '/', 'package.json'],
  CLICKS_DATA_CENTER_FILE: ['/no/such/file', '/', 'package.json'],
  CLICKS_FLUSH_SECONDS: ['0', '61', '0.5', '1s'],
  OIDC_ISSUER: [
    'login.shop.example',
    'http://login.shop.example',
    'https://user:pw@login.shop.example',
    'https://login.shop.example/?realm=shop',
    'https://login.shop.example/.well-known/openid-configuration',
    'https://login.microsoftonline.com/common/v2.0',
    // Without a client id.
    'https://login.shop.example',
  ],
  // Without a provider.
  OIDC_CLIENT_ID: ['two words', 'smartlink'],
  OIDC_CLIENT_SECRET: ['hunter2'],
  OIDC_NAME: ['x'.repeat(61), 'Company login'],
  PASSWORD_SIGN_IN: ['no', 'OFF', 'off'],
};

function start(environment: Environment): Promise<Ran> {
  return smartlink(['serve'], settings(environment));
}

function settings(environment: Environment): Environment {
  const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
  return { DATABASE_URL, PORT: '0', ...environment };
}

function assertRefused({ code, stdout, stderr }: Ran, name: string, exitCode = 2): void {
  assert.match(stderr, new RegExp(`^smartlink: ${name} [^\\n]+\\n$`));
  assert.equal(stdout, '', 'the service did not start');
  assert.equal(code, exitCode);
}

// If the service accepted the value it would run, so a time limit ends the test.
describe('an invalid value', { timeout: 300_000 }, () => {
  for (const [name, values] of Object.entries(REFUSED)) {
    for (const value of values) {
      it(`${name}=${value}`, async () => {
        assertRefused(await start({ [name]: value }), name);
      });
    }
  }

  it('CLICKS_URL that is the file of the links is rejected', async () => {
    const file = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
    const ran = await start({
      DATABASE_URL: file,
      CLICKS_URL: file.replace('smartlink.db', './smartlink.db'),
    });
    assertRefused(ran, 'CLICKS_URL');
  });

  it('HOST of another machine is rejected, with a code after which systemd tries again', async () => {
    assertRefused(await start({ HOST: '198.51.100.7' }), 'HOST', 1);
  });

  it('ends the process', async () => {
    assertRefused(await failedStart(settings({ CODE_LENGTH: '5' })), 'CODE_LENGTH');
    assertRefused(await failedStart(settings({ HOST: '198.51.100.7' })), 'HOST', 1);
  });

  it('is rejected by commands like by the service', async () => {
    assertRefused(await smartlink(['app', 'list'], { CODE_LENGTH: '5' }), 'CODE_LENGTH');
  });
});

describe('an empty value', () => {
  it('is the same as no value', async () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
    const file = join(temporaryFolder(), 'smartlink.db');
    const environment = { ...empty, DATABASE_URL: `sqlite:${file}` };
    await smartlink(['migrate'], environment);
    const ran = await smartlink(['app', 'list', '--json'], environment);
    assert.deepEqual([ran.code, JSON.parse(ran.stdout)], [0, { apps: [] }]);
  });
});

describe('a secret', { timeout: 300_000 }, () => {
  const URL_WITH_PASSWORD = 'redis://shop:hunter2@db.shop.example/links';

  function secretFile(content: string): string {
    const file = join(temporaryFolder(), 'database-url');
    writeFileSync(file, content);
    return file;
  }

  it('is not repeated in errors', async () => {
    const ran = await start({ DATABASE_URL: URL_WITH_PASSWORD });
    assertRefused(ran, 'DATABASE_URL');
    assert.doesNotMatch(ran.stderr, /hunter2/);
  });

  it('is not repeated in errors about replicas', async () => {
    const replica = 'postgres://shop:hunter2@db-2.shop.example/links';
    for (const [urls, words] of [
      [replica, /is for PostgreSQL, but DATABASE_URL is a database of SQLite/],
      [`${replica},${URL_WITH_PASSWORD}`, /must be a comma-separated list of postgres:/],
      ['postgres://shop:hunter#2@db-2.shop.example/links', /Percent-encode it/],
      ['postgres://shop:hunter2,@db-2.shop.example/links', /a comma in a password is %2C/],
    ] as const) {
      const ran = await start({ DATABASE_REPLICA_URLS: urls });
      assertRefused(ran, 'DATABASE_REPLICA_URLS');
      assert.match(ran.stderr, words);
      assert.doesNotMatch(ran.stderr, /hunter/);
    }
  });

  it('is not repeated in errors when it comes from a file', async () => {
    const DATABASE_URL_FILE = secretFile(URL_WITH_PASSWORD);
    const ran = await start({ DATABASE_URL: '', DATABASE_URL_FILE });
    assertRefused(ran, 'DATABASE_URL_FILE');
    assert.doesNotMatch(ran.stderr, /hunter2/);
  });

  it('cannot be set twice', async () => {
    const DATABASE_URL_FILE = secretFile('sqlite:./other.db');
    const ran = await start({ DATABASE_URL: URL_WITH_PASSWORD, DATABASE_URL_FILE });
    assertRefused(ran, 'DATABASE_URL');
    assert.match(ran.stderr, /DATABASE_URL_FILE are both set/);
    assert.doesNotMatch(ran.stderr, /hunter2/);
  });

  it('cannot be in a missing file', async () => {
    const DATABASE_URL_FILE = join(temporaryFolder(), 'missing');
    assertRefused(await start({ DATABASE_URL: '', DATABASE_URL_FILE }), 'DATABASE_URL_FILE');
  });

  it('cannot be in an empty file, which does not mean the default', async () => {
    const DATABASE_URL_FILE = secretFile('\n');
    const ran = await start({ DATABASE_URL: '', DATABASE_URL_FILE });
    assertRefused(ran, 'DATABASE_URL_FILE');
    assert.match(ran.stderr, /names a file that is empty/);
  });

  it('is not part of the output of --json', async () => {
    const ran = await smartlink(['doctor', '--json'], { DATABASE_URL: URL_WITH_PASSWORD });
    assert.equal(ran.code, 2);
    const { error } = JSON.parse(ran.stdout) as { error: { code: string } };
    assert.equal(error.code, 'bad_setting');
    assert.doesNotMatch(ran.stdout + ran.stderr, /hunter2/);
  });
});
