import { Box, VisuallyHidden } from '@mantine/core';
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useApp } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import { lazyLayer } from '../../../components/lazy-part.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { LinkRow, type RowSubject } from './link-row.tsx';
import { LinksHead } from './links-head.tsx';
import { ListEnd } from './list-end.tsx';
import classes from './links-list.module.css';
import type { LinkPages } from './links-query.ts';
import { shownDays, sortedDays, type ListSearch } from './list-search.ts';
import { rowAfter } from './row-keys.ts';
import { useContinuedSearch } from './use-continued-search.ts';
import { useCodesOfPages, useHasClicks } from './use-row-clicks.ts';
import { isSelected, NO_SELECTION } from './selection.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';

const SelectionBar = lazyLayer(async () => (await import('./bulk/selection-bar.tsx')).SelectionBar);
const RowMenu = lazyLayer(async () => (await import('./row-menu.tsx')).RowMenu);

interface LinksListProps {
  readonly pages: LinkPages;
  readonly filtered: boolean;
  readonly search: ListSearch;
  readonly onSort: (sort: string | null) => void;
}

/** The next page is loaded this number of rows before the end. */
const AHEAD = 15;

/** The list of the loaded links; only visible rows are rendered. */
export function LinksList({ pages, filtered, search, onSort }: LinksListProps) {
  const app = useApp();
  const { data } = pages;
  const links = useMemo(() => data?.pages.flatMap(({ smartlinks }) => smartlinks) ?? [], [data]);
  const days = shownDays(search);
  const codes = useCodesOfPages(data?.pages);
  const hasClicks = useHasClicks(codes, days);
  const table = useRef<HTMLDivElement>(null);
  const [lastActive, setActive] = useState(0);
  // The list can have become shorter.
  const active = Math.max(0, Math.min(lastActive, links.length - 1));
  const { rows, height, rowHeight, show } = useRows(links.length, active, table);
  const follow = (focused: EventTarget | null): void => {
    const row = focused instanceof Element ? focused.closest<HTMLElement>('[data-row]') : null;
    if (row) setActive(Number(row.dataset['row']));
  };
  // When the list is loaded again, the link that has the focus can be in another row.
  useEffect(() => follow(document.activeElement), [links]);
  const [menu, setMenu] = useState<RowSubject & { readonly opened: boolean }>();
  const openMenu = useCallback((subject: RowSubject) => setMenu({ ...subject, opened: true }), []);
  useFocusAfterRemoval(links, menu?.link.code, () => show(active));
  const selecting = useSelection(links);
  const last = rows.at(-1)?.index ?? 0;
  const continued = useContinuedSearch(pages, last + AHEAD >= links.length);

  const move = (event: KeyboardEvent): void => {
    if (selecting.onKeyDown(event, links[active])) return;
    const next = rowAfter(event, active, links.length);
    // The focus moves to an open menu a moment later.
    if (next === undefined || menu?.opened) return;
    event.preventDefault();
    const reached = links[next];
    if (event.shiftKey && reached) selecting.extendTo(reached.code, links[active]?.code);
    setActive(next);
    show(next);
  };
  return (
    <Box>
      <VisuallyHidden id="links-keys">
        {linksTexts.keys} {selecting.may && linksTexts.selectKeys}
      </VisuallyHidden>
      <div
        ref={table}
        role="table"
        aria-label={linksTexts.title}
        aria-describedby="links-keys"
        aria-rowcount={pages.hasNextPage ? -1 : links.length + 1}
        aria-busy={pages.isPlaceholderData}
        className={classes.table}
        data-clicks={hasClicks || undefined}
        data-select={selecting.may || undefined}
        data-empty={links.length === 0 || undefined}
        onKeyDown={move}
        onFocus={(event) => follow(event.target)}
      >
        <LinksHead
          clickDays={hasClicks ? days : undefined}
          isSorted={sortedDays(search) !== undefined}
          onSort={onSort}
          selecting={selecting}
        />
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
                days={days}
                index={index}
                top={top}
                height={rowHeight}
                reachable={index === active}
                expanded={menu?.opened === true && menu.link.code === link.code}
                onMenu={openMenu}
                selected={selecting.may ? isSelected(selecting.selection, link.code) : undefined}
                onSelect={selecting.select}
              />
            );
          })}
        </div>
      </div>
      {menu && (
        <Suspense>
          <RowMenu
            // Each link has its own dialogs.
            key={menu.link.code}
            subject={menu}
            opened={menu.opened}
            onClose={() => setMenu({ ...menu, opened: false })}
          />
        </Suspense>
      )}
      <ListEnd pages={pages} found={links.length} continued={continued} filtered={filtered} />
      {selecting.count > 0 && (
        <Suspense>
          <SelectionBar
            search={search}
            links={links}
            hasMore={pages.hasNextPage}
            selection={selecting.selection}
            onSelect={selecting.set}
            onClear={() => {
              selecting.set(NO_SELECTION);
              show(active);
            }}
            // The selection stays if the bar cannot be loaded.
            onClose={() => undefined}
          />
        </Suspense>
      )}
    </Box>
  );
}

/** A link that had the focus is no longer in the list: calls `focus`. */
function useFocusAfterRemoval(
  links: readonly Link[],
  code: string | undefined,
  focus: () => void,
): void {
  const isListed = code !== undefined && links.some((link) => link.code === code);
  const wasListed = useRef(false);
  useEffect(() => {
    if (wasListed.current && !isListed && document.activeElement === document.body) focus();
    wasListed.current = isListed;
  });
}
