import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { StoreUnavailable } from '../database.ts';
import { classified, clientConfig, locationOf, query, translate } from './driver.ts';
import { withVerifiedTls } from './verified-tls.ts';

describe('the connection to PostgreSQL', () => {
  const verified: readonly [url: string, sslmode: string | null][] = [
    ['postgres://u:p@db.example/shop', 'verify-full'],
    ['postgres://u:p@10.0.0.7:5432/shop', 'verify-full'],
    ['postgres://u:p@db/shop?application_name=x', 'verify-full'],
    ['postgres://u:p@db.example/shop?sslmode=disable', 'disable'],
    ['postgres://u:p@db.example/shop?sslmode=require', 'verify-full'],
    ['postgres://u:p@db.example/shop?sslmode=no-verify', 'no-verify'],
    ['postgres://u:p@db.example/shop?sslmode=require&uselibpqcompat=true', 'require'],
    ['postgres://u:p@db.example/shop?uselibpqcompat=true', 'verify-full'],
    ['postgres://u:p@db.example/shop?sslmode=', 'verify-full'],
    ['postgres://u:p@localhost/shop?host=db.example', 'verify-full'],
    ['postgres://u:p@localhost/shop?sslmode=require', 'verify-full'],
    ['postgres://u:p@db.example/shop?host=localhost', null],
    ['postgres://u:p@localhost/shop', null],
    ['postgres://u:p@127.0.0.1:5433/shop', null],
    ['postgres://u:p@[::1]/shop', null],
    ['postgres:///shop?host=/var/run/postgresql', null],
    ['postgres://u:p@localhost.example/shop', 'verify-full'],
  ];
  for (const [url, sslmode] of verified) {
    it(`of ${url} ${sslmode === null ? 'stays on this machine' : `has sslmode ${sslmode}`}`, () => {
      assert.equal(new URL(withVerifiedTls(url)).searchParams.get('sslmode'), sslmode);
    });
  }
});

describe('an address without a host', () => {
  const known = process.env.PGHOST;
  after(() => {
    if (known === undefined) delete process.env.PGHOST;
    else process.env.PGHOST = known;
  });
  const hosts: readonly [host: string, sslmode: string | null, location: string][] = [
    ['db.example', 'verify-full', 'shop on db.example'],
    ['localhost', null, 'shop on localhost'],
    ['/var/run/postgresql', null, 'shop on /var/run/postgresql'],
    ['', null, 'shop on localhost'],
  ];
  for (const [host, sslmode, location] of hosts) {
    it(`is that of PGHOST=${host}`, () => {
      process.env.PGHOST = host;
      const url = 'postgres:///shop';
      assert.equal(new URL(withVerifiedTls(url)).searchParams.get('sslmode'), sslmode);
      assert.equal(locationOf(url), location);
    });
  }
});

describe('a connection for reports', () => {
  const settings = { poolSize: 1, statementTimeoutMs: 1000, plansEachTime: true };
  const optionsOf = (url: string, preparedStatements: boolean) =>
    new URL(
      clientConfig({ ...settings, url, preparedStatements }).connectionString ?? '',
    ).searchParams.get('options');

  it('plans each statement and does not compile it, before the options of its address', () => {
    const own = '-c plan_cache_mode=force_custom_plan -c jit=off';
    assert.equal(optionsOf('postgres://localhost/shop', true), own);
    const url = 'postgres://localhost/shop?options=-c%20search_path%3Dlinks';
    assert.equal(optionsOf(url, true), `${own} -c search_path=links`);
  });

  it('sets nothing behind a pooler, where no statement has a name', () => {
    assert.equal(optionsOf('postgres://localhost/shop', false), null);
  });
});

describe('a statement', () => {
  it('has numbered parameters and one name', () => {
    const sql = 'select a from b where c = ? and d in (?, ?)';
    const { text, name } = translate(sql);
    assert.equal(text, 'select a from b where c = $1 and d in ($2, $3)');
    assert.equal(translate(sql).name, name);
    assert.notEqual(translate('select 1').name, name);
  });

  it('is not prepared if there are many different ones', () => {
    const { name } = translate('select 1');
    const names = new Set(
      Array.from({ length: 10_000 }, (_, i) => query(`select ${i} where 1 = ?`, [1], true).name),
    );
    assert.ok(names.has(undefined) && names.size <= 500, `${names.size} names`);
    assert.equal(query('select 0 where 1 = ?', [1], true).text, 'select 0 where 1 = $1');
    assert.equal(translate('select 1').name, name);
  });
});

describe('an error of the driver', () => {
  const TABLE: readonly [
    why: string,
    error: object,
    reason: string | undefined,
    unknown: boolean,
  ][] = [
    ['a connection that is refused', { code: 'ECONNREFUSED' }, 'ECONNREFUSED', true],
    ['a pipe that broke', { code: 'EPIPE' }, 'EPIPE', true],
    ['words only', new Error('Connection terminated unexpectedly'), 'PG_CONNECTION', true],
    ['a time-out', new Error('Query read timeout'), 'PG_CONNECTION', true],
    ['a server that stops', { code: '57P01', message: 'terminating' }, 'PG_57P01', true],
    ['a server that starts', { code: '57P03', message: 'starting up' }, 'PG_57P03', true],
    ['too many connections', { code: '53300', message: 'too many' }, 'PG_53300', false],
    ['a full disk', { code: '53100', message: 'no space' }, 'PG_53100', false],
    ['a standby', { code: '25006', message: 'read-only' }, 'PG_25006', false],
    [
      'a socket that was closed',
      { code: 'ERR_SOCKET_CLOSED', message: 'closed' },
      'PG_CONNECTION',
      true,
    ],
    ['a statement that was given up', { code: '57014', message: 'canceling' }, 'PG_57014', false],
    ['a pooler that mixes sessions', { code: '42P05', message: 'exists' }, 'PG_42P05', false],
    ['no table yet', { code: '42P01', message: 'no relation' }, 'NOT_MIGRATED', false],
    [
      'no password',
      new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      'PG_PASSWORD',
      false,
    ],
    ['a certificate of a stranger', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'PG_TLS', true],
    ['a certificate of another host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'PG_TLS', true],
    ['a certificate of yesterday', { code: 'CERT_HAS_EXPIRED' }, 'PG_TLS', true],
    [
      'a refusal that quotes a user',
      Object.assign(new Error('The code "connect" is taken.'), { code: 'code_taken' }),
      undefined,
      false,
    ],
    ['a constraint', { code: '23505', message: 'duplicate' }, undefined, false],
    ['an error of the service', new TypeError('x is not a function'), undefined, false],
  ];
  for (const [why, error, reason, unknown] of TABLE) {
    it(`for ${why} is ${reason ?? 'unchanged'}`, () => {
      const made = classified(error);
      if (reason === undefined) return assert.equal(made, error);
      assert.ok(made instanceof StoreUnavailable);
      assert.deepEqual([made.reason, made.unknown], [reason, unknown]);
    });
  }
});
