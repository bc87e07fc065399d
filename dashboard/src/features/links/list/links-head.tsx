import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUpDown } from 'lucide-react';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import classes from './links-list.module.css';
import type { ClickDays } from './list-search.ts';
import type { Selecting } from './use-selection.ts';

interface LinksHeadProps {
  /** The days whose clicks are shown; undefined: there are none. */
  readonly clickDays: ClickDays | undefined;
  /** Is the list in the order of the clicks? */
  readonly isSorted: boolean;
  readonly onSort: (sort: string | null) => void;
  readonly selecting: Selecting;
}

/** The row with the names of the columns. */
export function LinksHead({ clickDays, isSorted, onSort, selecting }: LinksHeadProps) {
  const { columns } = linksTexts;
  const Arrow = isSorted ? ArrowDown : ArrowUpDown;
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        {selecting.may && (
          <span role="columnheader" className={classes.check}>
            <label>
              <input
                type="checkbox"
                aria-label={linksTexts.selectShown}
                checked={selecting.isAll}
                ref={(box) => {
                  if (box) box.indeterminate = selecting.count > 0 && !selecting.isAll;
                }}
                onChange={selecting.toggleAll}
              />
            </label>
          </span>
        )}
        <span role="columnheader">{columns.link}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.template}
        </span>
        {clickDays !== undefined && (
          <span
            role="columnheader"
            className={classes.clicks}
            aria-sort={isSorted ? 'descending' : 'none'}
          >
            <UnstyledButton
              className={classes.sort ?? ''}
              title={linksTexts.sortByClicks(clickDays)}
              onClick={() => onSort(isSorted ? null : `clicks_${clickDays}d`)}
            >
              {columns.clicks(clickDays)}
              <Arrow size={12} aria-hidden />
            </UnstyledButton>
          </span>
        )}
        <span role="columnheader">{columns.redemptions}</span>
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.created}
        </span>
        <span role="columnheader">
          <VisuallyHidden>{texts.nav.actions}</VisuallyHidden>
        </span>
      </div>
    </div>
  );
}
