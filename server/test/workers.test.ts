import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  afterAll,
  PROGRAM,
  smartlink,
  spawnService,
  temporaryFolder,
  type Spawned,
} from './harness.ts';
import { childrenOf, eventually, failedStart, withinASecond } from './processes.ts';
import { makeMigratedFile } from './store.ts';

const COUNT = 3;

interface Fleet extends Spawned {
  readonly token: string;
  readonly DATABASE_URL: string;
  create(uri: string): Promise<string>;
}

async function start(): Promise<Fleet> {
  const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
  const environment = { DATABASE_URL, WORKERS: String(COUNT) };
  const service = await spawnService(environment, { unmigrated: true });
  let token = '';
  await eventually('the first app', () => {
    [token = ''] = /sl_server_\w+/.exec(service.welcome()) ?? [];
    return token !== '';
  });
  // A worker that waits more than two seconds for the migrations listens before it is ready.
  await eventually('every worker is ready', async () => {
    const init = { headers: { connection: 'close' } };
    const probes = Array.from({ length: 16 }, () => fetch(`${service.url}/health/ready`, init));
    return (await Promise.all(probes)).every(({ status }) => status === 200);
  });
  const create = async (uri: string): Promise<string> => {
    const response = await fetch(`${service.url}/v2/smartlinks`, {
      method: 'POST',
      // Each request has its own connection, so that it can reach another worker.
      headers: {
        authorization: `Token ${token}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      body: JSON.stringify({ uri, unique: true }),
    });
    const { smartlink: address } = (await response.json()) as { smartlink: string };
    return address;
  };
  return { ...service, token, DATABASE_URL, create };
}

describe('WORKERS', () => {
  let fleet: Fleet;
  before(async () => {
    fleet = await start();
  });

  it('serve one address with one database, which is initialized once', async () => {
    assert.equal(fleet.welcome().match(/sl_server_/g)?.length, 2, 'one app, shown once');
    assert.equal(fleet.output().match(/is listening on/g)?.length, 1);
    const made = await Promise.all(Array.from({ length: 60 }, () => fleet.create('one')));
    assert.equal(new Set(made).size, 1);
    for (let i = 0; i < 2 * COUNT; i++) {
      const visit = await fetch(made[0] ?? '', {
        redirect: 'manual',
        headers: { connection: 'close' },
      });
      assert.equal(visit.status, 404, 'a path has no destination, in every worker');
    }
  });

  it('apply a change of an operator within a second', async () => {
    const address = await fleet.create('https://shop.example/');
    const visit = async () =>
      (await fetch(address, { redirect: 'manual', headers: { connection: 'close' } })).status;
    for (let i = 0; i < 2 * COUNT; i++) assert.equal(await visit(), 302);
    const code = address.split('/').at(-1) ?? '';
    const { DATABASE_URL } = fleet;
    const isOdd = (number: number): boolean => number % 2 === 1;
    await withinASecond(
      'the change is in effect in every worker',
      async (number) => {
        const args = ['link', 'change', code, isOdd(number) ? '--enable' : '--disable'];
        assert.equal((await smartlink(args, { DATABASE_URL })).code, 0);
      },
      async (number) => {
        const statuses = await Promise.all(Array.from({ length: 4 * COUNT }, visit));
        return statuses.every((status) => status === (isOdd(number) ? 302 : 410));
      },
    );
  });

  it('that cannot listen end the start with an error', async () => {
    const { port } = new URL(fleet.url);
    // A migration on a busy machine would log that it takes long.
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
    await makeMigratedFile(DATABASE_URL);
    const ran = await failedStart({ DATABASE_URL, PORT: port, WORKERS: '2' });
    assert.equal(ran.code, 1);
    assert.match(
      ran.stderr,
      /^smartlink: PORT \d+ on 127\.0\.0\.1 is already in use by another program; choose another, such as PORT=\d+, also for commands\n$/,
    );
  });

  it(
    'replace a killed worker, and nothing acknowledged is lost',
    { skip: process.platform !== 'linux' && 'needs /proc' },
    async () => {
      assert.equal(fleet.problems(), '');
      const primary = fleet.child.pid ?? 0;
      const first = childrenOf(primary);
      assert.equal(first.length, COUNT);
      const addresses: string[] = [];
      for (let i = 0; i < 60; i++) {
        if (i === 20) process.kill(first[0] ?? 0, 'SIGKILL');
        await fleet.create(`link/${i}`).then(
          (address) => addresses.push(address),
          // A connection to that worker: a busy machine notices its end later.
          () => sleep(1000),
        );
      }
      await eventually(
        'a worker takes its place',
        async () => {
          const now = childrenOf(primary);
          return now.length === COUNT && !now.includes(first[0] ?? 0);
        },
        10_000,
      );
      assert.ok(addresses.length >= 55, `${addresses.length} of 60 creates succeeded`);
      for (const address of addresses) {
        const shown = await fetch(address, { redirect: 'manual' });
        assert.equal(shown.status, 404);
        assert.match(await shown.text(), /Not available on this device/);
      }
      assert.match(fleet.errors(), /"msg":"a worker died"/);
    },
  );

  it(
    'replace one that is killed while the service starts',
    { skip: process.platform !== 'linux' && 'needs /proc' },
    async () => {
      const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'smartlink.db')}`;
      const env = { PATH: process.env.PATH, PORT: '0', DATABASE_URL, WORKERS: String(COUNT) };
      const primary = spawn(process.execPath, [PROGRAM, 'serve'], { env });
      afterAll(() => primary.kill('SIGKILL'));
      let output = '';
      for (const stream of [primary.stdout, primary.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      const workers = (): number[] => childrenOf(primary.pid ?? 0);
      await eventually('the first worker', () => workers().length > 0, 10_000);
      const [first] = workers();
      // They are begun when the first one listens, and need a part of a second until they listen.
      await eventually('the other workers', () => workers().length > 1, 20_000);
      const killed = workers().filter((pid) => pid !== first);
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      const isComplete = (): boolean =>
        workers().length === COUNT && workers().every((pid) => !killed.includes(pid));
      await eventually('all workers', isComplete, 20_000);
      await eventually('the address', () => output.includes('is listening on'), 20_000);
      assert.match(output, /"msg":"a worker died/);
      primary.kill('SIGTERM');
      assert.deepEqual(await once(primary, 'exit'), [0, null]);
    },
  );

  it('stop together, with 0', async () => {
    assert.equal(await fleet.stop(), 0);
    assert.equal(fleet.problems().replace(/^.*"a worker died".*\n/gm, ''), '');
    assert.match(fleet.output(), /Smartlink has stopped\.\n$/);
  });
});
