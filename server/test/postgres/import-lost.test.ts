import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runIn } from '../backups/shop.ts';
import { SHOP, smartlink } from '../harness.ts';
import { newMigratedStore } from '../store.ts';

it('an import says which lines may be written if the connection is lost in a commit', async () => {
  const environment = { DATABASE_URL: await newMigratedStore() };
  const applied = await smartlink(['apply', '-'], environment, JSON.stringify(SHOP));
  assert.equal(applied.code, 0, applied.stderr);
  await runIn(
    environment.DATABASE_URL,
    `create function lose() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
  );
  // Deferred: it runs in the commit.
  await runIn(
    environment.DATABASE_URL,
    `create constraint trigger lost after insert on links deferrable initially deferred
      for each row when (new.uri = 'p/60') execute function lose()`,
  );
  const rows = Array.from({ length: 70 }, (_, n) => `p/${n + 1}\n`).join('');
  const ran = await smartlink(
    ['link', 'import', '-', '--app', 'shop'],
    environment,
    `uri\n${rows}`,
  );
  assert.equal(ran.code, 3, ran.stderr);
  const said = /stopped; .* --after-line 51; lines 52 to 71 may be written already: check this/;
  assert.match(ran.stderr, said);
});
