import { Badge } from '@mantine/core';
import type { Link, LinkState } from '../../api/types.ts';
import { fullTime } from '../../lib/time.ts';
import { links as linksTexts } from '../../texts/links.ts';
import { shared as texts } from '../../texts/shared.ts';
import classes from './badges.module.css';
import { validityMark } from './validity.ts';

interface StateBadgeProps {
  readonly state: LinkState;
  /** For an active link without any address, a warning is shown instead. */
  readonly noDestination?: boolean;
}

export function StateBadge({ state, noDestination = false }: StateBadgeProps) {
  const isWarning = noDestination && state === 'active';
  return (
    <span className={classes.badge} data-state={isWarning ? 'warning' : state}>
      {isWarning ? linksTexts.noDestination.badge : texts.states[state]}
    </span>
  );
}

/** Says that an active link does not work yet, expires soon or has expired, and that a platform token created a link. */
export function LinkBadges({ link }: { readonly link: Link }) {
  const mark = link.state === 'active' ? validityMark(link, Date.now()) : undefined;
  const at = link.validity === 'scheduled' ? link.valid_from : link.valid_until;
  return (
    <>
      {mark && (
        <Badge color={mark.color} title={at === null ? undefined : fullTime(at)} flex="none">
          {mark.text}
        </Badge>
      )}
      {link.created_by.kind === 'platform_token' && (
        <Badge color="orange" title={linksTexts.publicTokenText} flex="none">
          {linksTexts.publicToken}
        </Badge>
      )}
    </>
  );
}
