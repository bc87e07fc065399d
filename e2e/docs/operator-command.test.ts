import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { ROOT, temporaryFolder } from '#server/test/harness.ts';
import { readPage } from './markdown.ts';

it('the command for servers works in the folder of the data, outside of the clone', () => {
  const shown = readPage('docs/operate/install.md').fences.find(({ text }) =>
    text.includes('smartlink() {'),
  );
  const folder = temporaryFolder();
  const script = shown?.text
    .replaceAll('/opt/smartlink', ROOT)
    .replaceAll('/srv/smartlink', folder)
    .replace('smartlink doctor', 'smartlink migrate');
  execFileSync('sh', ['-e', '-c', script ?? ''], { stdio: 'pipe' });
  assert.ok(existsSync(join(folder, 'data/smartlink.db')), script);
});
