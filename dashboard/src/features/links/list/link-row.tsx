import { Link as RouterLink } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { memo } from 'react';
import type { Link } from '../../../api/types.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { shortTime, fullTime } from '../../../lib/time.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { Attention } from '../../../components/attention.tsx';
import { hasNoDestination } from '../../../lib/no-destination.ts';
import { LinkBadges, StateBadge } from '../badges.tsx';
import { ClicksCell } from './clicks-cell.tsx';
import type { ClickDays } from './list-search.ts';
import classes from './links-list.module.css';

/** A link whose menu is open, and the button that opened it. */
export interface RowSubject {
  readonly link: Link;
  readonly button: HTMLButtonElement;
}

/** The id of the button whose menu is open: the button names the menu. */
export const ROW_MENU_ID = 'row-menu';

interface LinkRowProps {
  readonly app: string;
  readonly link: Link;
  /** The codes of its page, to load their clicks; undefined: clicks are not recorded. */
  readonly codes: readonly string[] | undefined;
  readonly days: ClickDays;
  readonly index: number;
  /** Pixels. */
  readonly top: number;
  readonly height: number;
  /** The row that Tab reaches; arrow keys reach the others. */
  readonly reachable: boolean;
  readonly expanded: boolean;
  readonly onMenu: (subject: RowSubject) => void;
  /** Undefined: links cannot be selected. */
  readonly selected: boolean | undefined;
  readonly onSelect: (code: string, isRange: boolean) => void;
}

/** A link: the whole row opens it, except its controls. In plain HTML, because a list renders many rows at once. */
export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { app, link, codes, days, index, top, height, reachable } = props;
  const { expanded, onMenu, selected, onSelect } = props;
  const { code, created_at: created } = link;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-selected={selected || undefined}
      className={classes.row}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {selected !== undefined && (
        <div role="cell" className={classes.check}>
          <label>
            <input
              type="checkbox"
              aria-label={linksTexts.select(code)}
              checked={selected}
              tabIndex={reachable ? 0 : -1}
              onChange={({ nativeEvent }) =>
                onSelect(code, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </div>
      )}
      <div role="cell" className={classes.name}>
        <div className={classes.first}>
          <RouterLink
            to="/$app/links/$code"
            params={{ app, code }}
            className={classes.link}
            tabIndex={reachable ? 0 : -1}
          >
            {code}
          </RouterLink>
          {link.name !== null && (
            <span className={classes.title} title={link.name}>
              <bdi>{link.name}</bdi>
            </span>
          )}
          <LinkBadges link={link} />
        </div>
        <div className={classes.second}>
          <span className={classes.dim} title={link.uri}>
            <bdi>{link.uri}</bdi>
          </span>
          <Tags tags={link.tags} />
        </div>
      </div>
      <div role="cell" className={`${classes.wide} ${classes.dim}`}>
        {link.template ?? '–'}
      </div>
      {codes && <ClicksCell code={code} codes={codes} days={days} />}
      <div role="cell" className={classes.count}>
        <Redemptions link={link} />
      </div>
      <div role="cell" className={classes.state}>
        <StateBadge state={link.state} noDestination={hasNoDestination(link.routes)} />
      </div>
      <div role="cell" className={`${classes.wide} ${classes.dim}`}>
        <time dateTime={created} title={fullTime(created)}>
          {shortTime(created, Date.now())}
        </time>
      </div>
      <div role="cell" className={classes.copy}>
        <CopyButton value={link.smartlink} what={link.smartlink} reachable={reachable} />
        <IconButton
          aria-label={`${texts.nav.actions}: ${code}`}
          aria-haspopup="menu"
          aria-expanded={expanded}
          {...(expanded && { id: ROW_MENU_ID })}
          tabIndex={reachable ? 0 : -1}
          onClick={(event) => onMenu({ link, button: event.currentTarget })}
        >
          <EllipsisVertical size={16} />
        </IconButton>
      </div>
    </div>
  );
});

// With more, long ones would be cut to a letter. The others are in a tooltip.
const SHOWN_TAGS = 1;

function Tags({ tags }: { readonly tags: readonly string[] }) {
  const more = tags.length - SHOWN_TAGS;
  return (
    <>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span key={tag} className={classes.tag} title={tag}>
          {tag}
        </span>
      ))}
      {more > 0 && (
        <span className={classes.more} title={tags.slice(SHOWN_TAGS).join(', ')}>
          {linksTexts.moreTags(more)}
        </span>
      )}
    </>
  );
}

function Redemptions({ link: { redemptions, redeem_limit: limit } }: { readonly link: Link }) {
  if (limit === null && redemptions === 0) {
    return <span className={`${classes.dim} ${classes.none}`}>–</span>;
  }
  if (limit !== null && redemptions >= limit) {
    return <Attention text={linksTexts.redeemedOf(redemptions, limit)} />;
  }
  return (
    <span className={classes.number}>
      {limit === null
        ? linksTexts.redeemed(redemptions)
        : linksTexts.redeemedOf(redemptions, limit)}
    </span>
  );
}
