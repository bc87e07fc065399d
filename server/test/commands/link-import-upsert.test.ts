import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CreatedApp } from '../../src/actions/apps/create-app.ts';
import { SHOP, startService } from '../harness.ts';
import { shop } from './import-shop.ts';

describe('smartlink link import --upsert', () => {
  it('keeps links without an end whose template has a duration', async () => {
    const [from, to] = [await shop(), await shop()];
    const [app] = SHOP.apps;
    const templates = app?.templates?.map((one) => ({ ...one, valid_for_seconds: 86_400 }));
    await from.importText('uri,external_id\nproducts/1,a\n');
    for (const { run } of [from, to]) {
      const applied = await run(['apply', '-'], JSON.stringify({ apps: [{ ...app, templates }] }));
      assert.equal(applied.code, 0, applied.stderr);
    }
    await from.importText('uri,external_id\nproducts/2,b\n');
    const before = await from.links();
    assert.equal(before.get('a').valid_until, null);
    assert.notEqual(before.get('b').valid_until, null);
    for (const format of ['csv', 'ndjson']) {
      const text = await from.exported('--format', format);
      const copied = await to.importText(text, '--upsert');
      assert.equal(copied.code, 0, copied.stderr);
      const after = await to.links();
      for (const id of ['a', 'b']) {
        assert.equal(after.get(id).valid_until, before.get(id).valid_until, `${format} ${id}`);
      }
      await to.importText('uri,external_id,valid_until\nproducts/1,a,2099-01-01\n', '--upsert');
    }
  });

  it('changes only what the rows have, with --upsert', async () => {
    const { importText, links } = await shop();
    await importText('uri,external_id,name,tags\na,1,One,x\nb,2,Two,y\n');
    const ran = await importText('External ID;URI;Name\n1;a;\n2;c;New\n3;d;\n', '--upsert');
    assert.equal(
      ran.stdout,
      '1 created, 1 changed, 1 already match the file, 0 failed\n',
      ran.stderr,
    );
    const after = await links();
    assert.deepEqual([after.get('1').name, after.get('1').tags], ['One', ['x']]);
    assert.deepEqual(
      [after.get('2').name, after.get('2').uri, after.get('2').tags],
      ['New', 'c', ['y']],
    );
  });

  for (const format of ['csv', 'ndjson']) {
    it(`keeps routes that were edited after the create, with --upsert of an export as ${format}`, async () => {
      const { environment, run, importText, exported, links } = await shop();
      const sent = { web: { link: 'https://shop.example/sent' } };
      await importText(
        JSON.stringify({ uri: 'products/1', external_id: '1', tags: ['a'], routes: sent }),
      );
      const made = await run(['token', 'create', '--app', 'shop', '--server', '--json']);
      const { token } = JSON.parse(made.stdout) as { token: string };
      const owner = { tokens: { server: token } } as CreatedApp;
      const service = await startService(environment, {}, owner);
      const { code } = (await links()).get('1') as { code: string };
      const edited = { ...sent, web: { link: 'https://shop.example/edited' } };
      const answer = await service.request('PATCH', `/manage/v1/smartlinks/${code}`, {
        body: { routes: edited },
      });
      assert.equal(answer.status, 200, answer.text);
      await service.stop();
      const text = await exported('--format', format);
      const retagged =
        format === 'csv'
          ? text.replace(',a,', ',b,')
          : text.replace('"tags":["a"]', '"tags":["b"]');
      assert.notEqual(retagged, text);
      const before = (await links()).get('1');
      for (const options of [['--dry-run'], []]) {
        const ran = await importText(retagged, '--upsert', ...options);
        assert.match(ran.stdout, /^0 (?:would be )?created, 1 /, ran.stderr);
      }
      const after = (await links()).get('1');
      assert.deepEqual(after.tags, ['b']);
      assert.deepEqual(after.routes, before.routes);
      assert.equal(after.routes.web.link, edited.web.link);
      // Other routes replace them.
      const others = { web: { link: 'https://shop.example/others' } };
      await importText(
        JSON.stringify({ uri: 'products/1', external_id: '1', routes: others }),
        '--upsert',
      );
      assert.equal((await links()).get('1').routes.web.link, others.web.link);
    });
  }
});
