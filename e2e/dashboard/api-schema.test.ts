import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { format, resolveConfig } from 'prettier';
import { ROOT, startService } from '#server/test/harness.ts';
import { apiTypes, type OpenApi } from './api-schema.ts';

const FILE = join(ROOT, 'dashboard/src/api/schema.ts');

it('the types of the dashboard match /openapi.json', async () => {
  const service = await startService();
  const { json } = await service.request('GET', '/openapi.json');
  const text = await format(apiTypes(json as OpenApi), {
    ...(await resolveConfig(FILE)),
    parser: 'typescript',
  });
  if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, text);
  assert.equal(
    readFileSync(FILE, 'utf8'),
    text,
    'out of date: UPDATE_DOCS=1 npm test -- dashboard/api-schema',
  );
});
