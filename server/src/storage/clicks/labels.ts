import type { Reader } from '../database.ts';

/** Parameters of the statement, so that its text is always the same. */
const MAX_LABELS = 20;

/** The ids of at most 20 labels. Labels that no click has are missing. Throws `StoreUnavailable`. */
export async function findLabels(
  reader: Reader,
  texts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const [first = ''] = texts;
  const all = Array.from({ length: MAX_LABELS }, (_, index) => texts[index] ?? first);
  const marks = all.map(() => '?').join(', ');
  const rows = await reader.all<{ id: number; text: string }>(
    `select id, text from click_texts where text in (${marks})`,
    all,
  );
  return new Map(rows.map(({ id, text }) => [text, id]));
}

/** The id of a link in the click store; undefined if it was never clicked. Throws `StoreUnavailable`. */
export async function findClickLink(reader: Reader, code: string): Promise<number | undefined> {
  const row = await reader.find<{ id: number }>('select id from click_links where code = ?', [
    code,
  ]);
  return row?.id;
}
