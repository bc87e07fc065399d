import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { useMay } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import {
  allOf,
  extendedTo,
  isSelected,
  NO_SELECTION,
  toggled,
  type Selection,
} from './selection.ts';

export interface Selecting {
  /** May the user change links? */
  readonly may: boolean;
  readonly selection: Selection;
  /** How many loaded links are selected. */
  readonly count: number;
  readonly isAll: boolean;
  readonly set: (selection: Selection) => void;
  readonly select: (code: string, isRange: boolean) => void;
  /** Selects the links from one that has the focus. */
  readonly extendTo: (code: string, from: string | undefined) => void;
  readonly toggleAll: () => void;
  /** Returns whether the key was for the selection. `link`: the one that has the focus. */
  readonly onKeyDown: (event: KeyboardEvent, link: Link | undefined) => boolean;
}

export function useSelection(links: readonly Link[]): Selecting {
  const may = useMay('editor');
  const [selection, set] = useState(NO_SELECTION);
  const count = may ? links.filter(({ code }) => isSelected(selection, code)).length : 0;
  const isAll = count > 0 && count === links.length;
  // Rows are rendered again only if they change, so this function does not.
  const listed = useRef<readonly string[]>([]);
  listed.current = links.map(({ code }) => code);
  const select = useCallback((code: string, isRange: boolean): void => {
    set((now) => (isRange ? extendedTo : toggled)(now, listed.current, code));
  }, []);
  const toggleAll = (): void => set(isAll ? NO_SELECTION : allOf(listed.current));
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
  const extendTo = (code: string, from: string | undefined): void => {
    if (!may) return;
    set((now) =>
      extendedTo(now.codes.size > 0 ? now : { ...now, anchor: from }, listed.current, code),
    );
  };
  return { may, selection, count, isAll, set, select, extendTo, toggleAll, onKeyDown };
}
