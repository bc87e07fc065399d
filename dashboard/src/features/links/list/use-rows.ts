import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { usePhone } from '../../../components/use-phone.ts';
import { offsetToShow, visibleRows, type RowRange } from './visible-rows.ts';

/** In rem, so that rows grow with the font size of the browser. */
const ROW_REM = 4.25;
const CARD_REM = 6.5;
/** The height of the app header and the table header, which stay visible. */
const ON_TOP_REM = 6.25;
const ON_TOP_PHONE_REM = 3.75;

/** Rows above and below the window that are rendered too. */
const OVERSCAN = 6;

/**
 * The rows to render while the window scrolls, always including the `active` one so that Tab reaches it. All heights are
 * pixels; `top` is that of the rows before a row. `show` scrolls to a row and focuses it.
 */
export function useRows(count: number, active: number, table: RefObject<HTMLElement | null>) {
  const phone = usePhone();
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const rowHeight = Math.round((phone ? CARD_REM : ROW_REM) * rem);
  const [wanted, setWanted] = useState<number>();
  // At first as few as fill the window if the page is at its top, so that they appear soon.
  const [range, setRange] = useState(() => ({
    first: 0,
    end: Math.min(count, Math.ceil(window.innerHeight / rowHeight)),
  }));
  useLayoutEffect(() => {
    const update = (): void => {
      const rows = table.current?.lastElementChild;
      if (!rows) return;
      const above = -rows.getBoundingClientRect().top;
      const next = visibleRows({
        above,
        height: window.innerHeight,
        rowHeight,
        count,
        overscan: OVERSCAN,
      });
      setRange((last) => (isEqual(last, next) ? last : next));
    };
    // Also calls it at first, when the layout is known: to ask for it earlier would make the browser compute it twice.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    if (table.current?.lastElementChild) observer.observe(table.current.lastElementChild);
    const options = { passive: true };
    window.addEventListener('scroll', update, options);
    window.addEventListener('resize', update, options);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [table, rowHeight, count]);
  useEffect(() => {
    if (wanted === undefined) return;
    const row = table.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] a`);
    row?.focus({ preventScroll: true });
    if (row) setWanted(undefined);
  });
  const show = (index: number): void => {
    const rows = table.current?.lastElementChild;
    if (rows) {
      const top = rows.getBoundingClientRect().top + index * rowHeight;
      const onTop = (phone ? ON_TOP_PHONE_REM : ON_TOP_REM) * rem;
      const view = { from: onTop, to: window.innerHeight - rem };
      window.scrollBy({ top: offsetToShow({ from: top, to: top + rowHeight }, view) });
    }
    setWanted(index);
  };
  return {
    rows: indexes(range, active, count).map((index) => ({ index, top: index * rowHeight })),
    height: count * rowHeight,
    rowHeight,
    show,
  };
}

function isEqual(a: RowRange, b: RowRange): boolean {
  return a.first === b.first && a.end === b.end;
}

function indexes({ first, end }: RowRange, active: number, count: number): number[] {
  const length = Math.max(0, Math.min(end, count) - first);
  const seen = Array.from({ length }, (_, index) => first + index);
  const isSeen = active >= count || (active >= first && active < end);
  return isSeen ? seen : [...seen, active].toSorted((a, b) => a - b);
}
