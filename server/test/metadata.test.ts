import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { inParallel } from './fuzz/client.ts';
import { metadataTexts, mustRefuse } from './fuzz/metadata-texts.ts';
import { codeOf, startTarget } from './fuzz/target.ts';
import { proof } from './harness.ts';
import { ENGINE } from './store.ts';

const DOCUMENTS = { sqlite: proof ? 50_000 : 3000, postgres: proof ? 10_000 : 2000 }[ENGINE];

const { stored, storedMetadata, post } = await startTarget();

test(`${DOCUMENTS} random JSON documents are stored exactly, or rejected with a reason`, async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`FUZZ_SEED=${seed}`);
  const texts = fc.sample(metadataTexts, { numRuns: DOCUMENTS, seed });
  const before = await stored();
  let kept = 0;
  await inParallel(texts.length, 16, async (index) => {
    const text = texts[index] ?? '';
    const got = await post(`{"metadata":${text},"uri":"a"}`);
    const reason = mustRefuse(text);
    const where = `FUZZ_SEED=${seed}, ${reason ?? 'fine'}: ${text}\n${got.text}`;
    if (reason === undefined) {
      assert.equal(got.status, 201, where);
      assert.equal(await storedMetadata(codeOf(got)), text.trim(), where);
      kept++;
    } else assert.ok(got.status === 422 || got.status === 400, where);
  });
  assert.equal(await stored(), before + kept);
  const share = kept / DOCUMENTS;
  assert.ok(share > 0.3 && share < 0.95, `${kept} were valid, so the sample is one-sided`);
  t.diagnostic(`${kept} stored exactly, ${texts.length - kept} refused`);
});
