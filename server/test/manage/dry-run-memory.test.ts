import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLinks } from '../../src/actions/links/create-links.ts';
import { ForeseenLinks } from '../../src/actions/links/foreseen-links.ts';
import { parseJson } from '../../src/domain/text/json.ts';
import { SHOP, startService } from '../harness.ts';

/** A complete link needs four times as much. */
const MAX_BYTES_PER_LINK = 500;
const LINKS = 3000;
const LINKS_AT_A_TIME = 500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('a dry run keeps little of each of its links, because a file can have millions', async () => {
  const service = await startService({ CLICKS: 'off' });
  await service.apply(SHOP);
  const { ctx } = service.app;
  const author = { appId: service.owner.app.id, actor: 'operator' };
  const foreseen = new ForeseenLinks(ctx, author.appId);
  /** Adds links to the dry run, each from a text of its own as in a file. */
  const add = async (from: number): Promise<void> => {
    const links = Array.from({ length: LINKS_AT_A_TIME }, (_, index) => {
      const n = from + index;
      const text = `{"uri":"products/${n}","code":"Code${n}","external_id":"an id of the shop ${n}","unique":true}`;
      const parsed = parseJson(Buffer.from(text).toString());
      assert.ok('json' in parsed);
      return parsed.json;
    });
    const request = { links, onConflict: 'fail', atomic: false, dryRun: true } as const;
    const results = await createLinks(ctx, author, request, { foreseen });
    assert.ok(results.every((result) => 'outcome' in result && result.outcome === 'created'));
  };
  await add(0);
  const before = heapBytes();
  for (let from = LINKS_AT_A_TIME; from < LINKS; from += LINKS_AT_A_TIME) await add(from);
  const bytes = (heapBytes() - before) / (LINKS - LINKS_AT_A_TIME);
  assert.ok(bytes < MAX_BYTES_PER_LINK, `${Math.round(bytes)} bytes for each link`);
  assert.equal((await foreseen.findIdentity('Code7'))?.externalId, 'an id of the shop 7');
});
