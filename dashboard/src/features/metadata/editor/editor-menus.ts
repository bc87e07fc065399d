import type { ContextMenuItem, MenuItem } from 'vanilla-jsoneditor';

/**
 * Items to remove from the menus: the mode switch, which is above the editor, and sorting and transforming,
 * which are for tables. Adjacent separators become one.
 */
const LEFT_OUT = /jse-group-button|jse-sort|jse-transform/;

export function menuOf(items: readonly MenuItem[]): MenuItem[] {
  return normalize(
    items.filter((item) => item.type !== 'button' || !LEFT_OUT.test(item.className ?? '')),
    (item) => item.type === 'separator',
  );
}

const LEFT_OUT_TEXTS = new Set(['Sort', 'Transform']);

export function contextMenuOf(items: readonly ContextMenuItem[]): ContextMenuItem[] {
  return items.map((item) => {
    if (item.type !== 'row') return item;
    const parts = item.items.map((part) =>
      part.type === 'column' ? { ...part, items: part.items.filter(isExact) } : part,
    );
    return { ...item, items: parts };
  });
}

function isExact(item: { readonly type: string; readonly text?: string }): boolean {
  return item.type !== 'button' || !LEFT_OUT_TEXTS.has(item.text ?? '');
}

function normalize<Item>(items: readonly Item[], isSeparator: (item: Item) => boolean): Item[] {
  return items.filter(
    (item, index) => !isSeparator(item) || (index > 0 && !isSeparator(items[index - 1]!)),
  );
}
