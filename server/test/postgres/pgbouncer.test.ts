import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { afterAll, startService, temporaryFolder } from '../harness.ts';
import { accepts, eventually, freePort, withinASecond } from '../processes.ts';
import { newStore } from '../store.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const ROOT_USER = process.getuid?.() === 0;

/** Returns whether PgBouncer is installed. Tries to install Debian's package. */
function isThere(): boolean {
  if (existsSync(PROGRAM)) return true;
  if (!ROOT_USER || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, timeout: 120_000 };
  spawnSync('apt-get', ['update', '-qq'], options);
  const packages = ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'];
  spawnSync('apt-get', packages, options);
  return existsSync(PROGRAM);
}

/** Starts PgBouncer in transaction mode for the server of `url`; returns its address. */
async function poolerBefore(url: string): Promise<string> {
  const { hostname, port, pathname, username } = new URL(url);
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const listen = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    // A small pool, so that clients share sessions.
    'default_pool_size = 3',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const child = spawn(PROGRAM, [...(ROOT_USER ? ['-u', 'postgres'] : []), file]);
  afterAll(() => child.kill('SIGKILL'));
  const through = `postgres://${username}@127.0.0.1:${listen}${pathname}`;
  await eventually('PgBouncer listens', () => accepts(`http://127.0.0.1:${listen}`));
  return through;
}

describe('PgBouncer in transaction mode', () => {
  const skip = !isThere() && process.env.CI !== 'true' && 'install pgbouncer';

  it('everything works without prepared statements', { skip }, async () => {
    const DATABASE_URL = await poolerBefore(await newStore());
    const service = await startService({ DATABASE_URL, DATABASE_PREPARED_STATEMENTS: 'off' });
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        service.create({ uri: `p/${i % 20}`, unique: true, redeem_limit: 3 }),
      ),
    );
    const codes = [...new Set(made.map(({ code }) => code))];
    assert.equal(codes.length, 20);
    const redeem = async (code: string): Promise<number> => {
      const body = { smartlink: code, redemption_id: randomUUID() };
      const token = service.owner.tokens.web;
      let status = 503;
      // A busy machine can refuse one; the same id is sent again, as apps do.
      await eventually('a redemption is answered', async () => {
        const answer = await service.request('POST', '/client/v1/redemptions', { token, body });
        status = answer.status;
        return status !== 503;
      });
      return status;
    };
    const statuses = await Promise.all(
      codes.flatMap((code) => Array.from({ length: 10 }, () => redeem(code))),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 60);
    assert.equal(statuses.filter((status) => status === 409).length, 140);
    const [code = ''] = codes;
    const changed = await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
      body: { redeem_limit: 4 },
    });
    assert.equal(changed.status, 200);
    assert.equal(await redeem(code), 200);
    assert.equal((await service.request('GET', '/health/ready')).status, 200);
  });

  it('instances detect changes of others without notifications', { skip }, async () => {
    const DATABASE_URL = await poolerBefore(await newStore());
    const settings = { DATABASE_URL, DATABASE_PREPARED_STATEMENTS: 'off' };
    const one = await startService(settings);
    const two = await startService(settings, {}, one.owner);
    const { code } = await one.create({ uri: 'https://shop.example/' });
    const open = async () => (await two.request('GET', `/${code}`)).status;
    assert.equal(await open(), 302);
    const isOdd = (number: number): boolean => number % 2 === 1;
    await withinASecond(
      'the change is noticed',
      (number) => {
        const body = { state: isOdd(number) ? 'active' : 'disabled' };
        return one.request('PATCH', `/manage/v1/smartlinks/${code}`, { body });
      },
      async (number) => (await open()) === (isOdd(number) ? 302 : 410),
    );
  });
});
