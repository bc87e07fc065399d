import type { Routes } from '../../src/domain/link/route.ts';
import type { SqlValue, Transaction } from '../../src/storage/database.ts';
import type { Service } from '../harness.ts';

type Row = Readonly<Record<string, SqlValue>>;

/** The maximum number of parameters in a statement on both engines. */
const MAX_PARAMETERS = 30_000;

/**
 * Inserts rows without validation, as an attacker with access to the database could. All rows have
 * the same columns.
 */
export async function plant(service: Service, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const place = `(${columns.map(() => '?').join(', ')})`;
  const size = Math.floor(MAX_PARAMETERS / columns.length);
  await service.app.ctx.db.transaction(async (tx: Transaction) => {
    for (let start = 0; start < rows.length; start += size) {
      const some = rows.slice(start, start + size);
      await tx.run(
        `insert into ${table} (${columns.join(', ')}) values ${some.map(() => place).join(', ')}`,
        some.flatMap((row) => columns.map((column) => row[column] ?? null)),
      );
    }
  });
}

let planted = 0;

/** Inserts a link with each of these routes; returns their codes. */
export async function plantLinks(service: Service, all: readonly Routes[]): Promise<string[]> {
  const codes = all.map(() => `planted${planted++}`);
  const rows = all.map((routes, index) => ({
    code: codes[index] ?? '',
    app_id: service.owner.app.id,
    uri: 'x',
    routes: JSON.stringify(routes),
    tags: '[]',
    created_at: 0,
  }));
  await plant(service, 'links', rows);
  return codes;
}
