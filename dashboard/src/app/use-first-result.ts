import type { createSpotlight } from '@mantine/spotlight';
import { useEffect, useState, type KeyboardEvent } from 'react';

type Store = ReturnType<typeof createSpotlight>[0];

/**
 * Selects the first result, which can arrive after Spotlight has looked for one. Enter without a selected result is kept until
 * the first result of the same text arrives. `typed`: this text; undefined: the palette is closed.
 *
 * Returns the handler of keys for the field.
 */
export function useFirstResult(
  store: Store,
  results: unknown,
  typed: string | undefined,
  isSearching: boolean,
): (event: KeyboardEvent) => void {
  const [entered, setEntered] = useState<string>();
  const isKept = entered !== undefined && entered === typed;
  useEffect(() => {
    const selected = selectFirst(store);
    if (entered === undefined || (isKept && !selected && isSearching)) return;
    setEntered(undefined);
    if (isKept) selected?.click();
  }, [store, results, entered, isKept, isSearching]);
  return ({ key, nativeEvent }) => {
    // Enter can also end the input of a character that consists of several keys.
    if (key !== 'Enter' || nativeEvent.isComposing) return;
    if (isSearching && !selectedIn(store)) setEntered(typed);
  };
}

function selectFirst(store: Store): HTMLElement | null | undefined {
  const first = listOf(store)?.querySelector<HTMLElement>('[data-action]');
  if (!first || selectedIn(store)) return selectedIn(store);
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
  return first;
}

function selectedIn(store: Store): HTMLElement | null | undefined {
  return listOf(store)?.querySelector<HTMLElement>('[data-selected]');
}

function listOf(store: Store): HTMLElement | null {
  return document.getElementById(store.getState().listId);
}
