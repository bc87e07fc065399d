import type { InsertedLink, LinkRow } from '../database.ts';
import { findUnique, insertLinks, type Answers } from './insert-batch.ts';
import type { Run } from './redeem-batch.ts';

const ENTER = `insert into platform_token_creates (app_id, links)
  select app_id, 0 from unnest(?::text[]) as v (app_id) order by app_id on conflict do nothing`;
// In one order on every instance, so that no two wait for each other in a ring.
const HOLD = `select app_id, links from platform_token_creates
  where app_id = any(?::text[]) order by app_id for update`;
const ADD = `update platform_token_creates c set links = c.links + v.added
  from unnest(?::text[], ?::integer[]) as v (app_id, added) where c.app_id = v.app_id`;

/**
 * Inserts links that arrived together, of which platform tokens create some. `run` has to be a
 * transaction: it holds the counts of the apps until it ends, so no app gets more links than its limit,
 * whatever the number of instances. A `unique` link that exists is found above the limit too.
 */
export async function insertCountedLinks(
  run: Run,
  rows: readonly LinkRow[],
  drawCode: () => string,
): Promise<Answers> {
  const appIds = [...new Set(rows.flatMap((row) => (row.platform ? [row.appId] : [])))].toSorted();
  if (appIds.length === 0) return insertLinks(run, rows, drawCode);
  const counts = await holdCounts(run, appIds);
  const answers: Answers = new Map();
  const added = new Map<string, number>();
  let pending = rows;
  while (pending.length > 0) {
    const fitting = fittingRows(pending, counts, added);
    if (fitting.length === 0) break;
    for (const [row, answer] of await insertLinks(run, fitting, drawCode)) {
      answers.set(row, answer);
      if (row.platform && answer.outcome === 'created')
        added.set(row.appId, (added.get(row.appId) ?? 0) + 1);
    }
    // A unique link that exists takes no room, so there may be some left.
    pending = pending.filter((row) => !answers.has(row));
  }
  await findUnique(run, pending, answers);
  const reached: InsertedLink = { outcome: 'quota-reached' };
  for (const row of pending) if (!answers.has(row)) answers.set(row, reached);
  if (added.size > 0) await run(ADD, [[...added.keys()], [...added.values()]]);
  return answers;
}

async function holdCounts(run: Run, appIds: readonly string[]): Promise<Map<string, number>> {
  const hold = () => run<{ app_id: string; links: number }>(HOLD, [appIds]);
  let held = await hold();
  if (held.length < appIds.length) {
    await run(ENTER, [appIds]);
    held = await hold();
  }
  return new Map(held.map(({ app_id, links }) => [app_id, links]));
}

/** As many rows of each app as its limit leaves, the first ones first. */
function fittingRows(
  rows: readonly LinkRow[],
  counts: ReadonlyMap<string, number>,
  added: ReadonlyMap<string, number>,
): LinkRow[] {
  const totals = new Map(counts);
  for (const [appId, links] of added) totals.set(appId, (totals.get(appId) ?? 0) + links);
  return rows.filter(({ appId, platform }) => {
    if (!platform) return true;
    const total = totals.get(appId) ?? 0;
    if (total >= (platform.maxLinks ?? Infinity)) return false;
    totals.set(appId, total + 1);
    return true;
  });
}
