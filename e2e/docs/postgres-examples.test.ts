import assert from 'node:assert/strict';
import { it } from 'node:test';
import { missingPrograms } from './client-programs.ts';
import { ON_POSTGRES, PAGES, runPage } from './page-examples.ts';

it(`${ON_POSTGRES} runs`, async (t) => {
  const missing = await missingPrograms();
  if (missing !== undefined && process.env.CI !== 'true') return t.skip(missing);
  const page = PAGES.find(({ path }) => path === ON_POSTGRES) ?? assert.fail();
  await runPage(page);
});
