import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { smartlink, smartlinkProcess, startService, temporaryFolder } from '../harness.ts';
import { ENGINE, newMigratedStore, newStore } from '../store.ts';
import { countLinks, shopIn, visit } from './shop.ts';

const DATA = ENGINE === 'sqlite' ? 'smartlink.db' : 'smartlink.dump';

describe('smartlink backup --verify', () => {
  let environment: { DATABASE_URL: string };
  let backup: string;
  before(async () => {
    environment = { DATABASE_URL: await newMigratedStore() };
    await shopIn(environment.DATABASE_URL);
    await smartlink(['link', 'create', 'https://shop.example/5', '--app', 'shop'], environment);
    backup = join(temporaryFolder(), 'monday');
    const ran = await smartlink(['backup', backup], environment);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /monday: 1 link, \d+ bytes\n$/);
  });

  const verified = (path: string) => smartlink(['backup', '--verify', path], environment);
  const copied = (): string => {
    const copy = join(temporaryFolder(), 'copy');
    cpSync(backup, copy, { recursive: true });
    return copy;
  };

  it('accepts a backup that only its owner can read', async () => {
    const ran = await verified(backup);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /\nthe backup is good\n$/);
    const mode = (path: string): number => statSync(path).mode & 0o777;
    assert.equal(mode(backup), 0o700);
    for (const name of readdirSync(backup)) assert.equal(mode(join(backup, name)), 0o600, name);
  });

  it('accepts one that was examined and copied', { skip: ENGINE !== 'sqlite' }, async () => {
    const folder = copied();
    const source = `sqlite:${join(folder, DATA)}`;
    const examined = await smartlink(['doctor'], { DATABASE_URL: source });
    assert.match(examined.stdout, /the database is a backup: nothing was written to it/);
    const to = `sqlite:${join(temporaryFolder(), 'moved.db')}`;
    for (const args of [
      ['copy', '--from', source, '--to', to],
      ['backup', '--verify', folder],
    ]) {
      const ran = await smartlink(args, {});
      assert.equal(ran.code, 0, ran.stdout + ran.stderr);
    }
  });

  const DAMAGE: readonly [what: string, damage: (folder: string) => void, said: RegExp][] = [
    [
      'a changed byte',
      (folder) => {
        const bytes = readFileSync(join(folder, DATA));
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = (bytes[middle] ?? 0) ^ 1;
        writeFileSync(join(folder, DATA), bytes);
      },
      /is damaged: it has another checksum/,
    ],
    ['a missing end', (folder) => truncateSync(join(folder, DATA), 5000), /has 5000 bytes, not/],
    ['no manifest', (folder) => truncateSync(join(folder, 'manifest.json')), /is not JSON/],
    [
      'fewer rows than were counted',
      (folder) => {
        const path = join(folder, 'manifest.json');
        writeFileSync(path, readFileSync(path, 'utf8').replace(/"links": 1\b/, '"links": 2'));
      },
      /links has 1 rows, not 2/,
    ],
    [
      'a migration of a later version',
      (folder) => {
        const path = join(folder, 'manifest.json');
        const text = readFileSync(path, 'utf8');
        writeFileSync(path, text.replace('"0001_links.sql"', '"9999_later.sql"'));
      },
      /made by a newer version.*9999_later\.sql.*use that version/,
    ],
  ];
  for (const [what, damage, said] of DAMAGE) {
    it(`refuses a backup with ${what}, and so does restore`, async () => {
      const copy = copied();
      damage(copy);
      const ran = await verified(copy);
      assert.notEqual(ran.code, 0);
      assert.match(ran.stderr, said);
      const DATABASE_URL = await newStore();
      const restored = await smartlink(['restore', copy], { DATABASE_URL });
      assert.notEqual(restored.code, 0);
      assert.match(restored.stderr, said);
      const app = await smartlink(['app', 'list', '--json'], { DATABASE_URL });
      assert.equal(JSON.parse(app.stdout).error.code, 'store_missing', 'nothing was restored');
    });
  }

  it('refuses a folder that is no backup', async () => {
    const ran = await verified(temporaryFolder());
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /is no backup: it has no manifest\.json/);
  });

  it('leaves the folder of another backup alone', async () => {
    const folder = join(temporaryFolder(), 'tuesday');
    mkdirSync(`${folder}.partial`);
    writeFileSync(join(`${folder}.partial`, 'notes'), 'x');
    const ran = await smartlink(['backup', folder], environment);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /tuesday\.partial exists already; wait if another backup writes it/);
    assert.deepEqual(readdirSync(`${folder}.partial`), ['notes']);
    assert.equal(existsSync(folder), false);
  });

  it('needs a folder, or a backup, but not both', async () => {
    for (const args of [[], [''], ['x', '--verify', 'y']]) {
      const ran = await smartlink(['backup', ...args], environment);
      assert.equal(ran.code, 2);
      assert.match(ran.stderr, /name a new folder, or an existing backup with --verify/);
    }
  });
});

describe('smartlink restore', () => {
  it('replaces nothing without --force, and nothing that is in use', async () => {
    const DATABASE_URL = await newMigratedStore();
    const environment = { DATABASE_URL };
    const owner = await shopIn(DATABASE_URL);
    const backup = join(temporaryFolder(), 'empty');
    assert.equal((await smartlinkProcess(['backup', backup], environment)).code, 0);
    // Sessions on PostgreSQL with a name of their own are recognized too.
    const named = `${DATABASE_URL}${DATABASE_URL.includes('?') ? '&' : '?'}application_name=shop`;
    const settings = { DATABASE_URL: ENGINE === 'sqlite' ? DATABASE_URL : named };
    const service = await startService(settings, {}, owner);
    const { code } = await service.create({ uri: 'https://shop.example/5' });
    const restore = (...options: string[]) =>
      smartlinkProcess(['restore', backup, ...options], environment);

    for (const [options, said] of [
      [[], /DATABASE_URL \(.+\).* exists? already; restore to .*, or replace .* with --force/],
      [['--force'], /is in use.*; stop the service/],
    ] as const) {
      const ran = await restore(...options);
      assert.equal(ran.code, 1);
      assert.match(ran.stderr, said);
      assert.equal(await visit(service.url, code), 302);
      await service.create({ uri: 'https://shop.example/6' });
    }
    await service.stop();
    assert.equal((await restore()).code, 1);
    assert.equal(await countLinks(DATABASE_URL), 3);
    const ran = await restore('--force');
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(await countLinks(DATABASE_URL), 0);
    if (ENGINE === 'sqlite') {
      assert.equal(await countLinks(`${DATABASE_URL}.replaced`), 3, 'the old database is kept');
      const again = await restore('--force');
      assert.match(again.stderr, /the replaced database is kept as .*\.replaced-2$/m);
      assert.equal(await countLinks(`${DATABASE_URL}.replaced`), 3, 'by another restore too');
    }
  });
});
