import { stat } from 'node:fs/promises';
import type { Context } from '../actions/context.ts';
import { readBehind, type Samples } from './samples.ts';

/** Sizes are read at most this often. */
const INTERVAL_MS = 10_000;
const DATABASE_SIZE = 'select pg_database_size(current_database())::float8 as bytes';

/** Returns a function that returns the last known sizes of the stores in bytes. */
export function storeSizes({ db, clicks }: Context): () => Samples {
  const ofDatabase = async (): Promise<number> =>
    db.engine === 'sqlite'
      ? sizeOfFiles(db.files)
      : ((await db.find<{ bytes: number }>(DATABASE_SIZE))?.bytes ?? 0);
  const sizes = readBehind(INTERVAL_MS, async () => {
    const links = [{ store: 'links' }, await ofDatabase()] as const;
    const files = clicks?.files ?? [];
    if (files.length === 0) return [links];
    return [links, [{ store: 'clicks' }, await sizeOfFiles(files)] as const];
  });
  return () => sizes() ?? [];
}

async function sizeOfFiles(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        // The log of SQLite exists only while the file is in use.
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
