import { Badge } from '@mantine/core';
import type { Link } from '../../api/types.ts';
import { fullTime } from '../../lib/time.ts';
import { validityMark } from './validity.ts';

/** Says that an active link does not work yet, expires soon or has expired. */
export function ValidityBadge({ link }: { readonly link: Link }) {
  const mark = link.state === 'active' ? validityMark(link, Date.now()) : undefined;
  if (mark === undefined) return null;
  const at = link.validity === 'scheduled' ? link.valid_from : link.valid_until;
  return (
    <Badge
      variant="light"
      color={mark.color}
      title={at === null ? undefined : fullTime(at)}
      style={{ flex: 'none' }}
    >
      {mark.text}
    </Badge>
  );
}
