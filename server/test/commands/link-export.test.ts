import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shop } from './import-shop.ts';

describe('smartlink link export', () => {
  it('writes the links that match to a file', async () => {
    const { importText, link, folder, exported } = await shop();
    await importText('uri,external_id,tags\na,1,x\nb,2,y\nc,3,x\n');
    const file = join(folder, 'out.csv');
    const ran = await link('export', '--tag', 'x', '--out', file);
    assert.equal(ran.stdout, `${file}: 2 links exported\n`);
    assert.equal(readFileSync(file, 'utf8'), await exported('--tag', 'x'));
    assert.equal(existsSync(`${file}.partial`), false);
    const json = await link('export', '--format', 'ndjson', '--out', file, '--json');
    assert.deepEqual(JSON.parse(json.stdout), { file, format: 'ndjson', links: 3 });
    assert.equal((await link('export', '--json')).code, 2);
    assert.equal((await link('export', '--out', join(folder, 'no/folder.csv'))).code, 1);
  });
});
