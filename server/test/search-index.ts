import assert from 'node:assert/strict';
import { SearchIndexer } from '../src/jobs/search-indexer.ts';
import type { Database } from '../src/storage/database.ts';
import { eventually } from './processes.ts';

/** Writes the search index of all links. No transaction may be inserting links. */
export async function writeSearchIndex(db: Database): Promise<void> {
  const indexer = new SearchIndexer(db, (error) => assert.fail(String(error)), 0);
  // The service writes too, one block at a time.
  const isFree = async (): Promise<boolean> =>
    (await db.all('select 1 from search_state where leased_until = 0')).length > 0;
  await eventually('the search index is written', async () => {
    const wasFree = await isFree();
    await indexer.work();
    return wasFree;
  });
}
