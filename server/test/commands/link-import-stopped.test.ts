import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { SHOP } from '../harness.ts';
import { rowsIn, runIn } from '../backups/shop.ts';
import { eventually } from '../processes.ts';
import { shop, startImport } from './import-shop.ts';

describe('an import that is interrupted', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`completes the rows in progress and says where to continue, ${signal}`, async () => {
      const { environment, links, importText } = await shop();
      const { child, output } = startImport(environment);
      const rows = Array.from({ length: 430 }, (_, n) => `p/${n},${n}\n`).join('');
      const text = `uri,external_id\n${rows}`;
      // Standard input stays open, in the middle of a row.
      child.stdin.write(`${text}incomplete,`);
      await eventually('400 links', async () => (await links()).size >= 400, 60_000);
      child.kill(signal);
      assert.deepEqual(await once(child, 'close'), [null, signal], output());
      assert.match(output(), /^400 created, .*\nstopped; .* --after-line 401\n/m);
      assert.equal((await links()).size, 400);
      assert.match((await importText(text, '--after-line', '401')).stdout, /^30 created/);
    });
  }

  it('imports all rows and keeps its exit code if its output is closed', async () => {
    const { environment, links } = await shop();
    const { child } = startImport(environment);
    child.stdout.destroy();
    child.stderr.destroy();
    const rows = Array.from({ length: 120 }, (_, n) => `${n % 2 ? '' : `p/${n}`},${n}\n`).join('');
    child.stdin.end(`uri,external_id\n${rows}`);
    assert.deepEqual(await once(child, 'exit'), [1, null]);
    assert.equal((await links()).size, 60);
  });

  it('ends by the signal also if its output is closed', async () => {
    const { environment, links } = await shop();
    const { child } = startImport(environment);
    child.stdout.destroy();
    child.stderr.destroy();
    // Standard input stays open.
    const rows = Array.from({ length: 60 }, (_, n) => `p/${n},${n}\n`).join('');
    child.stdin.write(`uri,external_id\n${rows}`);
    await eventually('50 links', async () => (await links()).size === 50, 60_000);
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
    assert.equal((await links()).size, 50);
  });

  it('says where to continue if the text is not UTF-8 from somewhere on', async () => {
    const { importText, links } = await shop();
    const rows = Array.from({ length: 3000 }, (_, n) => `p/${n},${n},${'x'.repeat(40)}`);
    const good = ['uri,external_id,name', ...rows].join('\n');
    const bad = Buffer.concat([Buffer.from(good), Buffer.from('\nü,3000,x\n', 'latin1')]);
    const ran = await importText(new Uint8Array(bad), '--json');
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /is not UTF-8; save it as "CSV UTF-8"$/m);
    const { created, last_line, complete } = JSON.parse(ran.stdout) as Record<string, number>;
    assert.ok(created !== undefined && created > 1000 && created <= 3000);
    assert.deepEqual([last_line, complete], [created + 1, false]);
    assert.equal((await links()).size, created);
    const rest = await importText(`${good}\nü,3000,x\n`, '--after-line', String(last_line));
    assert.match(rest.stdout, new RegExp(`^${3001 - created} created`));
    assert.equal((await links()).size, 3001);
  });

  it('says where to continue if the database fails, also for the first rows', async () => {
    const { environment, links, importText } = await shop();
    await runIn(
      environment.DATABASE_URL,
      `create trigger fail before insert on links when new.uri in ('p/120', 'p/0')
        begin select raise(abort, 'the disk is full'); end`,
    );
    const rows = Array.from({ length: 130 }, (_, n) => `p/${n + 1},${n + 1}\n`).join('');
    const ran = await importText(`uri,external_id\n${rows}`);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /stopped; .* --after-line 101$/m);
    assert.equal((await links()).size, 100);
    const first = await importText('uri\np/0\n');
    assert.match(first.stderr, /stopped; .* --after-line 0$/m);
  });

  it('says where to continue before it has read the header', async () => {
    const { environment } = await shop();
    const { child, output } = startImport(environment);
    // More than a pipe holds: when it is written, the import reads it.
    await new Promise((written) => child.stdin.write(' '.repeat(240_000), written));
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'close'), [null, 'SIGINT'], output());
    assert.match(output(), /^0 created, .*\nstopped; .* --after-line 0\n/m);
  });

  it('says where to continue before it has written anything', async () => {
    const { environment } = await shop();
    const { child, output } = startImport(environment, '--after-line', '500000', '--json');
    // More than a pipe holds: when it is written, the import reads it.
    const rows = Array.from({ length: 40_000 }, (_, n) => `p/${n},${'x'.repeat(40)}\n`).join('');
    await new Promise((written) => child.stdin.write(`uri,name\n${rows}`, written));
    child.kill('SIGINT');
    assert.deepEqual(await once(child, 'close'), [null, 'SIGINT'], output());
    const { last_line, complete } = JSON.parse(output()) as Record<string, unknown>;
    assert.deepEqual([last_line, complete], [500_000, false]);
  });
});

describe('an import that takes long', () => {
  it('uses templates and webhooks that others change', async () => {
    const { environment, run, links } = await shop();
    const { child, output } = startImport(environment);
    const rows = (from: number) =>
      Array.from({ length: 50 }, (_, n) => `products/${from + n},${from + n}\n`).join('');
    child.stdin.write(`uri,external_id\n${rows(0)}`);
    await eventually('50 links', async () => (await links()).size === 50, 60_000);
    const [app] = SHOP.apps;
    const routes = { web: { link: 'https://shop.example/new/:id' } };
    const templates = [{ name: 'product', pattern: 'products/:id', routes }];
    const applied = await run(['apply', '-'], JSON.stringify({ apps: [{ ...app, templates }] }));
    assert.equal(applied.code, 0, applied.stderr);
    const hook = ['webhook', 'create', 'https://hooks.shop.example/', '--app', 'shop'];
    assert.equal((await run(hook)).code, 0);
    child.stdin.end(rows(50));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0, output());
    const after = await links();
    assert.equal(after.get('0').routes.web.link, 'https://shop.example/p/0');
    for (const id of ['50', '99']) {
      assert.equal(after.get(id).routes.web.link, `https://shop.example/new/${id}`);
    }
    const sql = `select count(*) as events from webhook_events where type = 'link.created'`;
    assert.deepEqual(await rowsIn(environment.DATABASE_URL, sql), [{ events: 50 }]);
  });
});
