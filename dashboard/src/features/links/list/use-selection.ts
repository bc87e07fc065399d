import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { useMay } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import { allOf, extendedTo, isSelected, NO_SELECTION, toggled } from './selection.ts';

/** The selection of the listed links, for users who may change links (`may`). */
export function useSelection(links: readonly Link[]) {
  const may = useMay('editor');
  const [selection, set] = useState(NO_SELECTION);
  /** How many loaded links are selected. */
  const count = may ? links.filter(({ code }) => isSelected(selection, code)).length : 0;
  const isAll = count > 0 && count === links.length;
  // Rows are rendered again only if they change, so this function does not.
  const listed = useRef<readonly string[]>([]);
  listed.current = links.map(({ code }) => code);
  const select = useCallback((code: string, isRange: boolean): void => {
    set((now) => (isRange ? extendedTo : toggled)(now, listed.current, code));
  }, []);
  const toggleAll = (): void => set(isAll ? NO_SELECTION : allOf(listed.current));
  /** Returns whether the key was for the selection. `link`: the one that has the focus. */
  const onKeyDown = (event: KeyboardEvent, link: Link | undefined): boolean => {
    const { key, shiftKey, ctrlKey, metaKey, target } = event;
    if (!may) return false;
    if (key === 'Escape' && count > 0) set(NO_SELECTION);
    else if (key === 'a' && (ctrlKey || metaKey)) set(allOf(listed.current));
    else if (key === ' ' && link && target instanceof HTMLAnchorElement) {
      select(link.code, shiftKey);
    } else return false;
    event.preventDefault();
    return true;
  };
  /** Selects the links from one that has the focus. */
  const extendTo = (code: string, from: string | undefined): void => {
    if (!may) return;
    set((now) =>
      extendedTo(now.codes.size > 0 ? now : { ...now, anchor: from }, listed.current, code),
    );
  };
  return { may, selection, count, isAll, set, select, extendTo, toggleAll, onKeyDown };
}
export type Selecting = ReturnType<typeof useSelection>;
