import { MAX_CODE_ATTEMPTS, type LinkRow, type SqlValue, type Transaction } from './database.ts';
import { insertLinks, type ProcessedLink } from './insert-links.ts';
import { linkInsert } from './link-insert.ts';
import { countOf, run } from './procedure.ts';
import { rowStatements } from './row-statements.ts';
import { eventValues, INSERT_EVENT, REPORT_EVENT } from './webhooks/event-rows.ts';

/** The events are known at once to those who make deliveries. */
const STATEMENTS = rowStatements(function* (event) {
  yield* countOf(INSERT_EVENT, eventValues(event));
  yield* countOf(REPORT_EVENT, [event.id]);
});

/**
 * Inserts one link of a person or a server token in the caller's transaction. `code`: the chosen code;
 * undefined: one is drawn. `exhausted` means that the chosen code is taken.
 */
export async function insertLink(
  tx: Transaction,
  row: LinkRow,
  code: string | undefined,
  drawCode: () => string,
): Promise<ProcessedLink> {
  const codes =
    code === undefined
      ? { draw: drawCode, attempts: MAX_CODE_ATTEMPTS }
      : { draw: () => code, attempts: 1 };
  const [link] = await run(
    insertLinks(STATEMENTS, [linkInsert(row)], codes),
    ({ sql, parameters, wants }) =>
      // Row by row, no statement has an array.
      tx[wants === 'rows' ? 'all' : 'run'](sql, parameters as readonly SqlValue[]),
  );
  return link ?? { outcome: 'exhausted' };
}
