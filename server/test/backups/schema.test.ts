import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { smartlink, temporaryFolder } from '../harness.ts';
import { ENGINE, newStore } from '../store.ts';
import { countLinks, shopIn } from './shop.ts';

const skip = ENGINE === 'sqlite' && 'a file has no schemas';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}

const withLinksSchema = (url: string) => `${url}?options=-c%20search_path%3Dlinks`;

/** A service in a schema of its own, in a database that others use too. */
async function shopInSchema() {
  const whole = await newStore();
  await query(
    whole,
    `create schema links; create schema other; create table other.links (id int primary key);
     create table other.notes (links int references other.links); insert into other.links values (1);
     create table public.notes (id int)`,
  );
  const DATABASE_URL = withLinksSchema(whole);
  await shopIn(DATABASE_URL);
  const ran = async (...args: string[]) => {
    const { code, stderr } = await smartlink(args, { DATABASE_URL });
    assert.equal(code, 0, stderr);
  };
  const create = () => ran('link', 'create', 'https://shop.example/1', '--app', 'shop');
  await create();
  const backup = join(temporaryFolder(), 'backup');
  await ran('backup', backup);
  return { whole, DATABASE_URL, ran, create, backup };
}

describe('a backup of a schema', { skip }, () => {
  it('is restored, and other schemas are unchanged', async () => {
    const { whole, DATABASE_URL, ran, create, backup } = await shopInSchema();
    const list = execFileSync('pg_restore', ['--list', join(backup, 'smartlink.dump')]).toString();
    assert.doesNotMatch(list, / (other|public) /);
    await query(whole, 'insert into other.links values (2); insert into other.notes values (2)');
    await create();
    assert.equal(await countLinks(DATABASE_URL), 2);
    await ran('restore', backup, '--force');
    assert.equal(await countLinks(DATABASE_URL), 1);
    assert.deepEqual(await query(whole, 'select * from other.notes'), [{ links: 2 }]);
    await create();
    assert.equal(await countLinks(DATABASE_URL), 2, 'numbers continue');
  });

  it('is restored to a new database, in the same schema only', async () => {
    const { backup } = await shopInSchema();
    const empty = await newStore();
    const refused = await smartlink(['restore', backup], { DATABASE_URL: empty });
    assert.match(refused.stderr, /has the schema "links", but .* the schema "public"; create/);
    const DATABASE_URL = withLinksSchema(empty);
    const ran = await smartlink(['restore', backup], { DATABASE_URL });
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(await countLinks(DATABASE_URL), 1);
  });

  it('of an earlier version, with the whole database, is restored', async () => {
    const { whole, DATABASE_URL, ran, create, backup } = await shopInSchema();
    const dump = join(backup, 'smartlink.dump');
    execFileSync('pg_dump', ['--format=custom', '--no-owner', `--file=${dump}`, whole]);
    const bytes = readFileSync(dump);
    const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    const [file] = manifest.files;
    file.bytes = bytes.length;
    file.sha256 = createHash('sha256').update(bytes).digest('hex');
    // They were counted in all schemas.
    file.rows.links = 2;
    writeFileSync(join(backup, 'manifest.json'), JSON.stringify(manifest));
    await create();
    await ran('restore', backup, '--force');
    assert.equal(await countLinks(DATABASE_URL), 1);
    assert.deepEqual(await query(whole, 'select * from other.links'), [{ id: 1 }]);
  });
});
