import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter } from '../src/storage/sqlite/driver.ts';
import { spawnService, startService, temporaryFolder, type Spawned } from './harness.ts';
import { eventually } from './processes.ts';
import { newMigratedStore } from './store.ts';

function client(service: Spawned, token: string) {
  return async (
    uri: string,
  ): Promise<{ status: number; code: string; detail: string; retryAfter: string | null }> => {
    const response = await fetch(`${service.url}/v2/smartlinks`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ uri, metadata: { padding: 'x'.repeat(8000) } }),
    });
    const body = (await response.json()) as {
      smartlink?: string;
      code?: string;
      detail?: string;
    };
    const code = body.smartlink?.split('/').at(-1) ?? body.code ?? '';
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, code, detail: body.detail ?? '', retryAfter };
  };
}

/**
 * Fills the database until writes fail, checks the errors, frees space, and checks that the service
 * recovers. `detail`: what the errors say about the write.
 */
async function fillAndRecover(
  service: Spawned,
  detail: RegExp,
  makeRoom: () => void,
): Promise<void> {
  const token = /sl_server_\w+/.exec(service.welcome())?.[0] ?? '';
  const create = client(service, token);
  const made: string[] = [];
  for (let i = 0; i < 5000; i++) {
    const answer = await create(`products/${i}`);
    if (answer.status === 201) {
      made.push(answer.code);
      continue;
    }
    assert.deepEqual(
      [answer.status, answer.code, answer.retryAfter],
      [503, 'store_unavailable', '1'],
    );
    assert.match(answer.detail, detail);
    break;
  }
  assert.ok(made.length > 10 && made.length < 5000, `the database accepted ${made.length} links`);
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 503);
  assert.equal((await fetch(`${service.url}/health/live`)).status, 200);
  // Acknowledged links still open.
  for (const code of [made[0], made.at(-1)]) {
    const visit = await fetch(`${service.url}/${code}`, { redirect: 'manual' });
    assert.notEqual(visit.status, 503);
  }
  makeRoom();
  await eventually(
    'the database recovers',
    async () => {
      const { status } = await create('products/after');
      assert.ok(status === 201 || status === 503, `${status}`);
      return status === 201;
    },
    10_000,
  );
  await isReady(service);
  for (const code of made) {
    const retrieved = await fetch(`${service.url}/v2/smartlinks/${code}`, {
      headers: { authorization: `Token ${token}` },
    });
    assert.equal(retrieved.status, 200);
  }
  assert.equal(await service.stop(), 0);
}

/** Probes within half a second share one result. */
function isReady({ url }: Pick<Spawned, 'url'>): Promise<void> {
  return eventually('it is ready', async () => (await fetch(`${url}/health/ready`)).status === 200);
}

const linux = process.platform === 'linux';
const root = process.getuid?.() === 0;

test('a clock that is set back does not repeat the result of a probe', async () => {
  let time = Date.now();
  const DATABASE_URL = await newMigratedStore();
  const service = await startService({ DATABASE_URL }, { now: () => time });
  await isReady(service);
  time -= 3_600_000;
  // Another process that holds the write lock for longer than a write waits.
  const other = openWriter(DATABASE_URL.slice('sqlite:'.length));
  other.exec('begin immediate');
  const status = async (): Promise<number> => (await fetch(`${service.url}/health/ready`)).status;
  await eventually('it is not ready', async () => (await status()) === 503);
  other.exec('rollback');
  other.close();
  await isReady(service);
  await service.stop();
});

test(
  'a failed write gets 503, and the service recovers',
  { skip: !linux && 'needs prlimit' },
  async () => {
    const store = join(temporaryFolder(), 'smartlink.db');
    const service = await spawnService({ DATABASE_URL: `sqlite:${store}` });
    const limit = (bytes: string): void => {
      const { status } = spawnSync('prlimit', [
        `--fsize=${bytes}:`,
        '--pid',
        String(service.child.pid),
      ]);
      assert.equal(status, 0, 'prlimit (util-linux) is needed');
    };
    // No file can exceed this size, so a real commit fails with an I/O error. The log already has the migrations.
    const largest = Math.max(...[store, `${store}-wal`].map((file) => statSync(file).size));
    limit(String(largest + 1_000_000));
    await fillAndRecover(service, /it is not known whether/, () => limit('unlimited'));
  },
);

test(
  'a full disk causes 503, and the service recovers',
  { skip: !(linux && root) && 'needs root' },
  async () => {
    const folder = join(temporaryFolder(), 'disk');
    mkdirSync(folder);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
    assert.equal(mounted.status, 0, mounted.stderr.toString());
    try {
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(1_000_000));
      const service = await spawnService({
        DATABASE_URL: `sqlite:${join(folder, 'smartlink.db')}`,
      });
      await fillAndRecover(service, /Nothing was stored/, () => rmSync(ballast));
    } finally {
      spawnSync('umount', ['--lazy', folder]);
    }
  },
);

test(
  'a database that is read-only at the start causes 503, and the service recovers',
  { skip: !(linux && root) && 'needs root' },
  async () => {
    // Root can write everywhere, so the service runs as another user.
    const nobody = 65534;
    const folder = join(temporaryFolder(), 'data');
    mkdirSync(folder);
    chmodSync(join(folder, '..'), 0o755);
    chownSync(folder, nobody, nobody);
    const environment = { DATABASE_URL: `sqlite:${join(folder, 'smartlink.db')}` };
    const first = await spawnService(environment, { uid: nobody, unmigrated: true });
    let token = '';
    await eventually('the first app', () => {
      [token = ''] = /sl_server_\w+/.exec(first.welcome()) ?? [];
      return token !== '';
    });
    const { code } = await client(first, token)('https://shop.example/');
    assert.equal(await first.stop(), 0);

    chmodSync(folder, 0o555);
    chmodSync(join(folder, 'smartlink.db'), 0o444);
    const service = await spawnService(environment, { uid: nobody });
    const refused = await client(service, token)('products/5');
    assert.deepEqual([refused.status, refused.code], [503, 'store_unavailable']);
    assert.equal((await fetch(`${service.url}/health/ready`)).status, 503);
    const away = await fetch(`${service.url}/${code}`, { redirect: 'manual' });
    assert.ok(away.status === 503 || away.status === 302);
    assert.match(away.headers.get('content-type') ?? 'text/html', /text\/html/);

    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'smartlink.db'), 0o644);
    await eventually(
      'the database recovers',
      async () => (await client(service, token)('products/5')).status === 201,
    );
    assert.equal((await fetch(`${service.url}/${code}`, { redirect: 'manual' })).status, 302);
    await isReady(service);
    assert.equal(await service.stop(), 0);
  },
);
