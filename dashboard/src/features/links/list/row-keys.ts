import type { KeyboardEvent } from 'react';

const PAGE_OF_ROWS = 10;

/** The row that a key moves to; undefined: the key is not handled. */
export function rowAfter(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  row: number,
  count: number,
) {
  if (ctrlKey || metaKey || altKey) return undefined;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + PAGE_OF_ROWS,
    PageUp: row - PAGE_OF_ROWS,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
