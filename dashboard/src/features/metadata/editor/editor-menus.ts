import type { ContextMenuItem, MenuItem } from 'vanilla-jsoneditor';

/**
 * Buttons that the menu does not show: the mode switch, because the toolbar has one, and sorting and transforming,
 * which are for tables.
 */
const HIDDEN_CLASSES = /jse-group-button|jse-sort|jse-transform/;

export function menuOf(items: readonly MenuItem[]): MenuItem[] {
  return withoutDoubleSeparators(
    items.filter((item) => item.type !== 'button' || !HIDDEN_CLASSES.test(item.className ?? '')),
    (item) => item.type === 'separator',
  );
}

const HIDDEN_TEXTS = new Set(['Sort', 'Transform']);

export function contextMenuOf(items: readonly ContextMenuItem[]): ContextMenuItem[] {
  return items.map((item) => {
    if (item.type !== 'row') return item;
    const parts = item.items.map((part) =>
      part.type === 'column' ? { ...part, items: part.items.filter(isVisible) } : part,
    );
    return { ...item, items: parts };
  });
}

function isVisible(item: { readonly type: string; readonly text?: string }): boolean {
  return item.type !== 'button' || !HIDDEN_TEXTS.has(item.text ?? '');
}

/** Removes separators at the beginning and after another separator. */
function withoutDoubleSeparators<Item>(
  items: readonly Item[],
  isSeparator: (item: Item) => boolean,
): Item[] {
  return items.filter(
    (item, index) => !isSeparator(item) || (index > 0 && !isSeparator(items[index - 1]!)),
  );
}
