import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { smartlink } from '../harness.ts';
import { newStore } from '../store.ts';
import { copy, copyUpTo, dump, file, makeLinks } from './copies.ts';

// Rows of two databases never mix.

describe('two simultaneous copies to one database', () => {
  test('never mix: a copy that is reported as complete is complete', async () => {
    const [from, to] = [file(), await newStore()];
    await makeLinks(from, 10_000);
    const ran = await Promise.all([copy(from, to), copy(from, to)]);
    for (const { code, stderr } of ran.filter((each) => each.code !== 0)) {
      assert.equal(code, 1);
      assert.match(stderr, /another command is copying to the same database|contains data already/);
    }
    assert.ok(ran.some(({ code }) => code === 0));
    assert.deepEqual(await dump(to), await dump(from));
  });
});

describe('a copy is rejected', () => {
  const from = file();
  before(() => makeLinks(from, 10));

  test('to a database with other data, which does not change', async () => {
    const to = await newStore();
    await smartlink(['app', 'create', '--name', 'mine'], { DATABASE_URL: to });
    const earlier = await dump(to);
    const ran = await copy(from, to);
    assert.deepEqual([ran.code, ran.stdout], [1, '']);
    assert.match(
      ran.stderr,
      /^smartlink: the target database contains data already; specify a new/,
    );
    assert.deepEqual(await dump(to), earlier);
  });

  test('to its own source', async () => {
    assert.match((await copy(from, from)).stderr, /contains data already/);
  });

  test('to a database with an incomplete copy of another one', async () => {
    const [other, to] = [file(), await newStore()];
    await makeLinks(other, 10);
    await copyUpTo('tokens', other, to);
    const ran = await copy(from, to);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /contains an unfinished copy of another database/);
    const doctor = await smartlink(['doctor'], { DATABASE_URL: to });
    assert.equal(doctor.code, 1);
    assert.match(
      doctor.stdout,
      /^error +a copy of another database into this one is not finished$/m,
    );
    assert.equal((await copy(other, to)).code, 0);
  });

  test('from a missing or empty database', async () => {
    const nowhere = file();
    const missing = await copy(nowhere, await newStore());
    assert.equal(missing.code, 3);
    assert.match(missing.stderr, /--from: no database exists at \/\S+\n$/);
    assert.ok(!existsSync(nowhere.slice('sqlite:'.length)));
    const unused = file();
    await smartlink(['migrate'], { DATABASE_URL: unused });
    const empty = await copy(unused, await newStore());
    assert.equal(empty.code, 1);
    assert.match(empty.stderr, /^smartlink: the source database is empty\n$/m);
  });

  test('if an address is invalid, without repeating it', async () => {
    const wrong = 'mysql://me:secret@db.example/x';
    for (const [option, ran] of [
      ['--from', await copy(wrong, from)],
      ['--to', await copy(from, wrong)],
    ] as const) {
      assert.equal(ran.code, 2);
      assert.ok(ran.stderr.startsWith(`smartlink: ${option} must be sqlite:<path of a file>`));
      assert.doesNotMatch(ran.stderr, /secret/);
    }
  });
});
