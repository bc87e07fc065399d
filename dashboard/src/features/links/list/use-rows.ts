import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { usePhone } from '../../../components/use-phone.ts';

/** In rem, so that rows grow with the font size of the browser. */
const ROW_REM = 4.25;
const CARD_REM = 6.5;
/** The height of the app header and the table header, which stay visible. */
const ON_TOP_REM = 6.25;

interface Row {
  readonly index: number;
  /** Pixels below the first row. */
  readonly top: number;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly height: number;
  readonly rowHeight: number;
  /** Scrolls to a row and focuses it. */
  readonly show: (index: number) => void;
}

/** The rows to render while the window scrolls, always including the `active` one so that Tab reaches it. */
export function useRows(count: number, active: number, table: RefObject<HTMLElement | null>): Rows {
  const phone = usePhone();
  const rem = useRem();
  const rowHeight = Math.round((phone ? CARD_REM : ROW_REM) * rem);
  const [above, setAbove] = useState(0);
  const [wanted, setWanted] = useState<number>();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: above,
    scrollPaddingStart: phone ? 3.75 * rem : ON_TOP_REM * rem,
    scrollPaddingEnd: rem,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      if (active >= count || seen.includes(active)) return seen;
      return [...seen, active].toSorted((a, b) => a - b);
    },
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  // Content above can change its height, such as filters on a phone.
  useLayoutEffect(() => {
    const rows = table.current?.lastElementChild;
    if (rows) setAbove(Math.round(rows.getBoundingClientRect().top + window.scrollY));
  });
  useEffect(() => {
    if (wanted === undefined) return;
    const row = table.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] a`);
    row?.focus({ preventScroll: true });
    if (row) setWanted(undefined);
  });
  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - above })),
    height: virtualizer.getTotalSize(),
    rowHeight,
    show: (index) => {
      virtualizer.scrollToIndex(index, { align: 'auto' });
      setWanted(index);
    },
  };
}

function useRem(): number {
  const [rem] = useState(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  return rem;
}
