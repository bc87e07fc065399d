import { MAX_CODE_ATTEMPTS, type LinkRow, type Transaction } from './database.ts';
import { insertLinks, type ProcessedLink } from './insert-links.ts';
import { linkInsert } from './link-insert.ts';
import { runIn } from './procedure.ts';
import { ROW_STATEMENTS } from './row-statements.ts';

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
  const [link] = await runIn(tx, insertLinks(ROW_STATEMENTS, [linkInsert(row)], codes));
  return link ?? { outcome: 'exhausted' };
}
