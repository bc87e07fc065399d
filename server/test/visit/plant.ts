import type { Routes } from '../../src/domain/link/route.ts';
import type { SqlValue, Transaction } from '../../src/storage/database.ts';
import type { Service } from '../harness.ts';

type Row = Readonly<Record<string, SqlValue>>;

/** Both engines take this many parameters in one statement. */
const MAX_PARAMETERS = 30_000;

/** Writes rows past all rules, as whoever has got hold of the store could. They have one shape. */
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

/** Plants a link with each of these routes; returns their codes. */
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
