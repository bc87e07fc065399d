import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { VERSION } from '../../src/version.ts';
import { TABLES } from '../../src/storage/tables.ts';
import { ROOT, smartlink, smartlinkProcess, temporaryFolder, type Service } from '../harness.ts';
import { write } from '../postgres/copies.ts';
import { newStore, openDatabaseReader } from '../store.ts';
import { startReceiver, startSender, type Receiver } from '../webhooks/receiver.ts';
import { dumpStore, restoreStore } from './dumps.ts';
import { assertContains, exchange, SETTINGS } from './exchange.ts';
import { digestsOfMigrations, fillStore } from './fill.ts';
import { folderOf, readFixture, RELEASED, type Fixture } from './fixture.ts';

// The store of every released version is migrated to this version, which then answers as before. With MAKE_FIXTURE=1,
// the fixture of this version is made first.

const MAX_BYTES = 150_000;
const HOUR_MS = 3_600_000;

if (process.env.MAKE_FIXTURE === '1') {
  const folder = folderOf(VERSION);
  mkdirSync(folder, { recursive: true });
  const url = await newStore();
  const fixture = await fillStore(url);
  const store = openDatabaseReader(url);
  for (const { name } of TABLES) {
    const rows = await store.rows(`select 1 from ${name} limit 1`);
    assert.equal(rows.length, 1, `the fixture has no row in ${name}: add it to fill.ts`);
  }
  await store.close();
  await dumpStore(url, folder);
  writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(fixture, undefined, 1)}\n`);
  if (!RELEASED.includes(VERSION)) RELEASED.push(VERSION);
}

it('every version of the changelog has a fixture', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const versions = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  assert.ok(versions.length > 0);
  assert.deepEqual(new Set(versions), new Set(RELEASED));
});

for (const version of RELEASED) {
  describe(`a store of version ${version}`, () => {
    let fixture: Fixture;
    let url: string;
    let service: Service;
    let receiver: Receiver;
    before(async () => {
      fixture = readFixture(version);
      url = await newStore();
      await restoreStore(url, folderOf(version));
      receiver = await startReceiver();
      await write(url, `update webhooks set url = '${receiver.url}'`);
      const shift = Date.now() - fixture.at - HOUR_MS / 2;
      // Links, sessions and keys of a fixture end, so it is always half an hour old.
      const now = (): number => Date.now() - shift;
      service = await startSender({ ...SETTINGS, DATABASE_URL: url }, { now }, fixture.owner);
    });

    it('is small', () => {
      for (const name of readdirSync(folderOf(version))) {
        assert.ok(statSync(join(folderOf(version), name)).size <= MAX_BYTES, name);
      }
    });

    it('has migrations that were not edited since', () => {
      const now = digestsOfMigrations();
      for (const [name, digest] of Object.entries(fixture.migrations)) {
        assert.equal(now[name], digest, `${name} was released, so a change belongs in a new file`);
      }
    });

    it('answers as before', async () => {
      assert.ok(fixture.exchanges.length > 60);
      for (const expected of fixture.exchanges) {
        const where = `${expected.as} ${expected.method} ${expected.path}`;
        const got = await exchange(service, fixture, expected);
        assert.deepEqual([got.status, got.location], [expected.status, expected.location], where);
        if ('contains' in expected) assertContains(got.contains, expected.contains, where);
      }
    });

    it('has its clicks, and counts new ones', async () => {
      for (const [kind, clicks] of Object.entries(fixture.clicks)) {
        const path = `/manage/v1/smartlinks/${fixture.codes[kind]}/clicks`;
        const { json } = await service.request('GET', path);
        assert.ok(json.lifetime.clicks >= clicks, `${kind}: ${JSON.stringify(json.lifetime)}`);
      }
    });

    it('can be used: create, change, find, redeem, sign in', async () => {
      const send = async (method: string, path: string, body?: unknown) => {
        const answer = await service.request(method, path, { body });
        assert.ok(answer.status < 300, `${path}: ${answer.text}`);
        return answer.json;
      };
      const { code } = await send('POST', '/manage/v1/smartlinks', {
        uri: 'products/99',
        redeem_limit: 1,
        tags: ['after'],
      });
      assert.equal(Object.values(fixture.codes).includes(code), false);
      await send('PATCH', `/manage/v1/smartlinks/${code}`, { name: 'After the upgrade' });
      const found = await send('GET', '/manage/v1/smartlinks?q=after%20the%20upgrade');
      assert.deepEqual(
        found.smartlinks.map((one: { code: string }) => one.code),
        [code],
      );
      await send('PATCH', `/manage/v1/smartlinks/${fixture.codes.rich}`, { note: 'changed' });
      await send('POST', `/manage/v1/smartlinks/${fixture.codes.deleted}/restore`);
      const token = fixture.owner.tokens.android;
      const redeem = (id: string) =>
        service.request('POST', '/client/v1/redemptions', {
          token,
          body: { smartlink: code, redemption_id: id },
        });
      const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
      const statuses = [];
      for (const id of ids) statuses.push((await redeem(id)).status);
      assert.deepEqual(statuses, [200, 409]);
      const signIn = await service.request('POST', '/manage/v1/sign-in', {
        token: undefined,
        body: fixture.member,
        headers: { origin: SETTINGS.BASE_URL },
      });
      assert.equal(signIn.status, 200, signIn.text);
    });

    it('delivers what its webhooks were waiting to send', async () => {
      assert.ok(fixture.webhook.waiting.length > 3);
      const isWaiting = ({ id }: { id: string }): boolean => fixture.webhook.waiting.includes(id);
      const received = await receiver.until(fixture.webhook.waiting.length, isWaiting);
      const ids = received.map(({ id }) => id);
      assert.deepEqual(ids.toSorted(), fixture.webhook.waiting.toSorted());
      // The clock of the service is not that of this process, so `verify` would refuse the time.
      const signer = new Webhook(fixture.webhook.secret);
      for (const { id, body, headers } of received) {
        const at = new Date(Number(headers['webhook-timestamp']) * 1000);
        assert.equal(headers['webhook-signature'], signer.sign(id, at, body));
      }
      assert.deepEqual(received.filter(isWaiting).length, new Set(ids).size, 'each once');
    });

    it('is backed up as it is before the upgrade, so the backup leads back', async () => {
      const old = await newStore();
      await restoreStore(old, folderOf(version));
      const reader = openDatabaseReader(old);
      const applied = async (): Promise<string[]> =>
        (await reader.rows<{ name: string }>('select name from migrations order by name')).map(
          ({ name }) => name,
        );
      const migrations = await applied();
      const folder = join(temporaryFolder(), 'backup');
      const { code, stdout, stderr } = await smartlink(['backup', folder, '--json'], {
        DATABASE_URL: old,
      });
      assert.equal(code, 0, stderr + stdout);
      assert.deepEqual(await applied(), migrations);
      await reader.close();
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      const ofLinks = manifest.files.find(({ store }: { store: string }) => store === 'links');
      const isOfLinks = (name: string): boolean => migrations.includes(name);
      assert.deepEqual(ofLinks.migrations.filter(isOfLinks), migrations);
      const later = Object.keys(digestsOfMigrations())
        .filter((path) => !(path in fixture.migrations))
        .map((path) => basename(path));
      // A release can have no migrations, and the newest one has none after it.
      assert.ok(later.length > 0 || version !== RELEASED[0], 'no migration is newer');
      assert.ok(later.every((name) => !ofLinks.migrations.includes(name)));
    });

    it('can be backed up', async () => {
      const backup = join(temporaryFolder(), 'backup');
      const environment = { DATABASE_URL: url };
      const ran = await smartlinkProcess(['backup', backup], environment);
      assert.equal(ran.code, 0, ran.stderr);
      const checked = await smartlinkProcess(['backup', '--verify', backup], environment);
      assert.equal(checked.code, 0, checked.stderr);
    });
  });
}
