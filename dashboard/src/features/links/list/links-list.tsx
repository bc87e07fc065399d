import { Box, VisuallyHidden } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useApp } from '../../../api/session.ts';
import type { LinkPage } from '../../../api/types.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { LinkRow } from './link-row.tsx';
import { ListEnd } from './list-end.tsx';
import classes from './links-list.module.css';
import { useContinuedSearch } from './use-continued-search.ts';
import { useCodesOfPages, useHasClicks } from './use-row-clicks.ts';
import { useRows } from './use-rows.ts';

interface LinksListProps {
  readonly pages: UseInfiniteQueryResult<InfiniteData<LinkPage>>;
  readonly filtered: boolean;
}

/** The next page is loaded this number of rows before the end. */
const AHEAD = 15;

/** The list of the loaded links; only visible rows are rendered. */
export function LinksList({ pages, filtered }: LinksListProps) {
  const app = useApp();
  const { data } = pages;
  const links = useMemo(() => data?.pages.flatMap(({ smartlinks }) => smartlinks) ?? [], [data]);
  const codes = useCodesOfPages(data?.pages);
  const hasClicks = useHasClicks(codes);
  const table = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const { rows, height, rowHeight, show } = useRows(links.length, active, table);
  const last = rows.at(-1)?.index ?? 0;
  const continued = useContinuedSearch(pages, last + AHEAD >= links.length);

  const move = (event: KeyboardEvent): void => {
    const next = rowAfter(event, active, links.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    show(next);
  };
  return (
    <Box>
      <VisuallyHidden id="links-keys">{linksTexts.keys}</VisuallyHidden>
      <div
        ref={table}
        role="table"
        aria-label={linksTexts.title}
        aria-describedby="links-keys"
        aria-rowcount={pages.hasNextPage ? -1 : links.length + 1}
        aria-busy={pages.isPlaceholderData}
        className={classes.table}
        data-clicks={hasClicks || undefined}
        data-empty={links.length === 0 || undefined}
        onKeyDown={move}
        onFocus={(event) => {
          const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
          if (row) setActive(Number(row.dataset['row']));
        }}
      >
        <Head withClicks={hasClicks} />
        <div role="rowgroup" className={classes.rows} style={{ height }}>
          {rows.map(({ index, top }) => {
            const link = links[index];
            if (!link) return null;
            return (
              <LinkRow
                key={link.code}
                app={app}
                link={link}
                codes={hasClicks ? codes[index] : undefined}
                index={index}
                top={top}
                height={rowHeight}
                reachable={index === active}
              />
            );
          })}
        </div>
      </div>
      <ListEnd pages={pages} found={links.length} continued={continued} filtered={filtered} />
    </Box>
  );
}

function Head({ withClicks }: { readonly withClicks: boolean }) {
  const { columns } = linksTexts;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        <span role="columnheader">{columns.link}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.template}
        </span>
        {withClicks && (
          <span role="columnheader" className={classes.clicks}>
            <span>{columns.clicks}</span>
          </span>
        )}
        <span role="columnheader">{columns.redemptions}</span>
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.created}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{texts.copy}</VisuallyHidden>
        </span>
      </div>
    </div>
  );
}

const PAGE_OF_ROWS = 10;

/** The row that a key moves to; undefined: the key is not handled. */
function rowAfter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, row: number, count: number) {
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
