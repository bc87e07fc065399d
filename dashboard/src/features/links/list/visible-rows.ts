/** Rows from `first`, before `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

interface Window {
  /** Pixels of the rows that are above the window; negative if the first row is below its top. */
  readonly above: number;
  /** Of the window and of a row, in pixels. */
  readonly height: number;
  readonly rowHeight: number;
  readonly count: number;
  /** Rows that are rendered above and below the window, so that there is none missing while it scrolls. */
  readonly overscan: number;
}

/** A range begins at a multiple of this, so that few steps of scrolling change it. */
const STEP = 3;

/** The rows that a window shows, and some around them. */
export function visibleRows({ above, height, rowHeight, count, overscan }: Window): RowRange {
  const first = Math.floor(above / rowHeight) - overscan;
  const end = Math.ceil((above + height) / rowHeight) + overscan;
  const within = (row: number): number => Math.max(0, Math.min(count, row));
  return {
    first: within(Math.floor(first / STEP) * STEP),
    end: within(Math.ceil(end / STEP) * STEP),
  };
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** How far to scroll so that a part of the page is in view: negative upwards, 0 if it is. */
export function offsetToShow(part: Extent, view: Extent): number {
  if (part.from < view.from) return part.from - view.from;
  return part.to > view.to ? Math.min(part.to - view.to, part.from - view.from) : 0;
}
